// Compiled by nvcc as C++20, with the options that the library's headers need.
#include <dash/Array.h>
#include <dash/algorithm/Transform.h>

static_assert(__cplusplus >= 202002L);

void double_all(dash::Array<double>& array)
{
  dash::transform(
      array.begin(), array.end(), array.begin(), [] DASH_HOST_DEVICE(double x) { return 2 * x; });
}
