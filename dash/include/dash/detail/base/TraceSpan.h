#pragma once

/// \file
/// Spans of the library's algorithms and kernels in traces of the run.

#include <dash/detail/base/Macro.h>

#include <dash/dart/if/dart_trace.h>

namespace dash::detail {

/// Whether spans are recorded. Set by dash::init.
DASH_API extern constinit bool run_is_traced;

/// A span from the construction to the destruction of the object. Costs a branch if spans are not
/// recorded.
class TraceSpan {
 public:
  explicit TraceSpan(const char* name, const char* category = "algorithm")
  {
    if (run_is_traced) [[unlikely]]
      dart_trace_begin(category, name);
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
