// error: this view has no positions, .*let views::filter be the last view
#include <dash/Array.h>
#include <dash/View.h>
#include <dash/algorithm/Reduce.h>

#include <ranges>
#include <tuple>

void use(dash::Array<int>& a)
{
  const auto is_even = [](int x) { return x % 2 == 0; };
  const auto twice = std::views::transform([](int x) { return 2 * x; });
#ifdef FIXED
  dash::reduce(a | twice | std::views::filter(is_even));
#else
  dash::reduce(a | std::views::filter(is_even) | twice);
#endif
}
