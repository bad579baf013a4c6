#pragma once

/// \file
/// What the library does, in traces of the run.

#include <dash/detail/base/Macro.h>

#include <dash/dart/if/dart_trace.h>

namespace dash::detail {

/// Whether somebody looks at spans. Set by dash::init.
DASH_API extern constinit bool run_is_traced;

/// A span from its construction to its end; a branch where nobody looks.
class TraceSpan {
 public:
  /// \param algorithm  its name
  explicit TraceSpan(const char* algorithm)
  {
    if (run_is_traced) [[unlikely]]
      dart_trace_begin("algorithm", algorithm);
  }
  ~TraceSpan()
  {
    if (run_is_traced) [[unlikely]]
      dart_trace_end(0);
  }
  TraceSpan(const TraceSpan&) = delete;
  TraceSpan& operator=(const TraceSpan&) = delete;
};

}  // namespace dash::detail
