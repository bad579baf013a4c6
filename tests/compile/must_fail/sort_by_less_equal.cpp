// error: an order has to be strict
#include <dash/Array.h>
#include <dash/algorithm/Sort.h>

#include <functional>

void order(dash::Array<int>& array)
{
#ifdef FIXED
  dash::sort(array.begin(), array.end(), std::less<>());
#else
  dash::sort(array.begin(), array.end(), std::less_equal<>());
#endif
}
