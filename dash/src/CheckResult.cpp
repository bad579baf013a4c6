#include <dash/detail/base/CheckResult.h>

#include <dash/Exception.h>

namespace dash::detail {

void throw_failure(dart_ret_t result, const char* operation)
{
  DASH_THROW(
      exception::RuntimeError, operation << " failed with DART error " << result
                                         << "; the runtime's message before this one says why");
}

}  // namespace dash::detail
