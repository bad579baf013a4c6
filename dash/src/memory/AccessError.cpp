#include <dash/detail/memory/AccessError.h>

#include <dash/Exception.h>
#include <dash/detail/memory/GlobalPointer.h>

#include <string>

namespace dash::detail {

namespace {

const char* cause(dart_ret_t ret, const dart_gptr_t& gptr)
{
  if (DART_GPTR_ISNULL(gptr)) return "it is null; assign the address of allocated global memory";
  switch (ret) {
    case DART_ERR_NOTINIT:
      return "the runtime is not running; call dash::init first";
    case DART_ERR_INVAL:
    case DART_ERR_NOTFOUND:
      return "no allocation of this run holds it; it was freed or made by another program";
    default:
      return "the transfer failed";
  }
}

}  // namespace

void throw_access_error(dart_ret_t ret, const char* operation, dart_gptr_t gptr)
{
  const std::string reasons = FailureReasons().take();
  if (DART_GPTR_ISNULL(gptr) || ret == DART_ERR_INVAL || ret == DART_ERR_NOTFOUND) {
    DASH_THROW(
        dash::exception::InvalidArgument,
        operation << " of global memory at " << gptr << ": " << cause(ret, gptr) << reasons);
  }
  DASH_THROW(
      dash::exception::RuntimeError,
      operation << " of global memory at " << gptr << ": " << cause(ret, gptr) << reasons);
}

}  // namespace dash::detail
