#include <dash/detail/execution/FunctionObjects.h>

#include <dash/Exception.h>

namespace dash::detail {

void throw_two_projections()
{
  DASH_THROW(
      dash::exception::InvalidArgument,
      "elements of both ranges have one type, so one projection is for all of them, but two "
      "different members were given: pass one projection");
}

}  // namespace dash::detail
