// error: dash::find needs positions, which views::filter does not have
#include <dash/Array.h>
#include <dash/View.h>
#include <dash/algorithm/Count.h>
#include <dash/algorithm/Find.h>

#include <ranges>
#include <tuple>

void use(dash::Array<int>& a)
{
  const auto is_even = [](int x) { return x % 2 == 0; };
#ifdef FIXED
  dash::count(a | std::views::filter(is_even), 4);
#else
  dash::find(a | std::views::filter(is_even), 4);
#endif
}
