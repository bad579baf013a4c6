// error: this view does not tell where its elements lie
#include <dash/Array.h>
#include <dash/View.h>
#include <dash/algorithm/Reduce.h>

#include <ranges>
#include <tuple>

void use(dash::Array<int>& a)
{
  const auto twice = std::views::iota(0, 9) | std::views::transform([](int x) { return 2 * x; });
#ifdef FIXED
  dash::reduce(dash::views::zip(twice, a), std::tuple(0, 0), [](auto x, auto) { return x; });
#else
  dash::reduce(twice, 0);
#endif
}
