// error: views::join and views::split have no positions
#include <dash/Array.h>
#include <dash/View.h>
#include <dash/algorithm/Reduce.h>

#include <ranges>
#include <tuple>

void use(dash::Array<int>& a)
{
#ifdef FIXED
  dash::reduce(a);
#else
  dash::reduce(dash::blocks(a) | std::views::join, 0);
#endif
}
