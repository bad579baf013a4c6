/**
 * \file dash/internal/CheckResult.h
 * Results of the runtime's functions as exceptions.
 */
#ifndef DASH__INTERNAL__CHECK_RESULT_H__INCLUDED
#define DASH__INTERNAL__CHECK_RESULT_H__INCLUDED

#include <dash/internal/Macro.h>

#include <dash/dart/if/dart.h>

namespace dash::internal {

/** \throws exception::RuntimeError  always; the message names the operation and the error */
[[noreturn]] DASH_API void throw_failure(dart_ret_t result, const char* operation);

/** \throws exception::RuntimeError  unless \c result is DART_OK */
inline void check_result(dart_ret_t result, const char* operation)
{
  if (result != DART_OK) [[unlikely]] throw_failure(result, operation);
}

}  // namespace dash::internal

#endif  // DASH__INTERNAL__CHECK_RESULT_H__INCLUDED
