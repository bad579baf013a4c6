#pragma once

/// \file
/// Errors of access to global memory.

#include <dash/detail/base/CheckResult.h>
#include <dash/detail/base/Macro.h>

#include <dash/dart/if/dart.h>

namespace dash::detail {

/// Throws unless \c ret is DART_OK; the message names the operation, the pointer and the cause.
[[noreturn]] DASH_API void throw_access_error(
    dart_ret_t ret, const char* operation, dart_gptr_t gptr);

inline void check_access(dart_ret_t ret, const char* operation, dart_gptr_t gptr)
{
  if (ret != DART_OK) [[unlikely]]
    throw_access_error(ret, operation, gptr);
}

/// Checks a call whose reasons go to the exception: CheckedAccess().result(dart_get(…), "read", …).
/// The object is made before the arguments are evaluated.
class CheckedAccess : FailureReasons {
 public:
  void result(dart_ret_t ret, const char* operation, dart_gptr_t gptr) const
  {
    check_access(ret, operation, gptr);
  }
};

}  // namespace dash::detail
