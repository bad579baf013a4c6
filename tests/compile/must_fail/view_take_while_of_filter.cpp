// error: views::take_while is a source of algorithms directly over a
#include <dash/Array.h>
#include <dash/View.h>
#include <dash/algorithm/Sort.h>

#include <ranges>
#include <tuple>

void use(dash::Array<int>& a)
{
  const auto is_small = [](int x) { return x < 7; };
#ifdef FIXED
  dash::sort(a | std::views::take_while(is_small));
#else
  dash::sort(a | std::views::filter(is_small) | std::views::take_while(is_small));
#endif
}
