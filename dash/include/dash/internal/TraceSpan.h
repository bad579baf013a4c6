/**
 * \file dash/internal/TraceSpan.h
 * What the library does, in traces of the run.
 */
#ifndef DASH__INTERNAL__TRACE_SPAN_H__INCLUDED
#define DASH__INTERNAL__TRACE_SPAN_H__INCLUDED

#include <dash/internal/Macro.h>

#include <dash/dart/if/dart_trace.h>

namespace dash::internal {

/** Whether somebody looks at spans. Set by dash::init. */
DASH_API extern constinit bool run_is_traced;

/** A span from its construction to its end; a branch where nobody looks. */
class TraceSpan {
 public:
  /** \param algorithm  its name */
  explicit TraceSpan(const char* algorithm)
  {
    if (run_is_traced) [[unlikely]] dart_trace_begin("algorithm", algorithm);
  }
  ~TraceSpan()
  {
    if (run_is_traced) [[unlikely]] dart_trace_end(0);
  }
  TraceSpan(const TraceSpan&) = delete;
  TraceSpan& operator=(const TraceSpan&) = delete;
};

}  // namespace dash::internal

#endif  // DASH__INTERNAL__TRACE_SPAN_H__INCLUDED
