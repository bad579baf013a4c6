#pragma once

/// \file
/// Converts error codes of the runtime's functions to exceptions.

#include <dash/detail/base/Macro.h>

#include <dash/dart/if/dart.h>

namespace dash::detail {

/// \throws exception::RuntimeError  always; the message names the operation and the error
[[noreturn]] DASH_API void throw_failure(dart_ret_t result, const char* operation);

/// \throws exception::RuntimeError  unless \c result is DART_OK
inline void check_result(dart_ret_t result, const char* operation)
{
  if (result != DART_OK) [[unlikely]]
    throw_failure(result, operation);
}

}  // namespace dash::detail
