/**
 * \file dash/exception/StackTrace.h
 */
#ifndef DASH__EXCEPTION__STACK_TRACE_H__INCLUDED
#define DASH__EXCEPTION__STACK_TRACE_H__INCLUDED

#include <dash/internal/Macro.h>

namespace dash::exception {

/** Writes the calling thread's stack to the log. */
DASH_API void log_stack_trace();

}  // namespace dash::exception

#define DASH_STACK_TRACE() ::dash::exception::log_stack_trace()

#endif  // DASH__EXCEPTION__STACK_TRACE_H__INCLUDED
