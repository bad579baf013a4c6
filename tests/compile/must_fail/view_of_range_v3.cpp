// error: if <dash/interop/RangeV3.h> is included before them
#include <dash/Array.h>
#include <dash/View.h>
#include <dash/algorithm/Reduce.h>
#ifdef FIXED
#include <dash/interop/RangeV3.h>
#endif
#include <functional>
#include <range/v3/view/zip_with.hpp>

double use(dash::Array<double>& a, dash::Array<double>& b)
{
  return dash::reduce(ranges::views::zip_with(std::multiplies<>(), a, b));
}
