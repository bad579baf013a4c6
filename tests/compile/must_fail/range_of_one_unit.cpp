// error: this range is in the memory of one unit
#include <dash/Array.h>
#include <dash/View.h>
#include <dash/algorithm/Fill.h>

#include <ranges>
#include <tuple>

void use(dash::Array<int>& a)
{
#ifdef FIXED
  dash::fill(a, 3);
#else
  dash::fill(a.local, 3);
#endif
}
