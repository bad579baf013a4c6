#include <dash/Exception.h>
#include <dash/detail/algorithm/StrictOrder.h>

namespace dash::detail {

void throw_not_strict(const char* algorithm)
{
  DASH_THROW(
      exception::InvalidArgument,
      algorithm << ": the comparison holds for an element and itself, but it has to be a strict "
                   "order; compare by < or > in place of <= or >=");
}

}  // namespace dash::detail
