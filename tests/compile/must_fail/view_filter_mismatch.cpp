// error: dash::mismatch needs positions, which views::filter does not have
#include <dash/Array.h>
#include <dash/View.h>
#include <dash/algorithm/Mismatch.h>

#include <ranges>

void use(dash::Array<int>& a, dash::Array<int>& b)
{
  const auto is_small = [](int x) { return x < 7; };
#ifdef FIXED
  dash::mismatch(a, b | std::views::take_while(is_small));
#else
  dash::mismatch(a, b | std::views::filter(is_small));
#endif
}
