#pragma once

/// \file
/// Logs the functions that led to an exception.

#include <dash/detail/base/Macro.h>

namespace dash::exception {

/// Writes the calling thread's stack to the log.
DASH_API void log_stack_trace();

}  // namespace dash::exception

#define DASH_STACK_TRACE() ::dash::exception::log_stack_trace()

// What programs of DASH 0.4 expect of this header.
#include <dash/internal/StackTrace.h>
