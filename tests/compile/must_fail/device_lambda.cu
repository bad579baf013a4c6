// error: mark the lambda __host__ __device__
#include <libdash.h>

void twice(dash::Array<double>& array)
{
#if defined(FIXED)
  const auto twice = [] __host__ __device__(double x) { return 2 * x; };
#else
  const auto twice = [] __device__(double x) { return 2 * x; };
#endif
  dash::transform(array, array.begin(), twice);
}
