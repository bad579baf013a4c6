#include "algorithms/one_range.h"

#include <dash/Array.h>

#include <algorithm>
#include <numeric>
#include <ranges>
#include <string>
#include <vector>

#include "algorithms/steps.h"

namespace dash::stress {
namespace {

using one_range::any_step;
using one_range::any_value;

/// Asks about views of the elements, which have to be in the range.
template <class Array>
void ask_views(
    Random& random, ModelArray<Array>& data, const Positions& at, const std::string& text)
{
  using T = typename Array::value_type;
  begin_step("views on " + text);
  const auto twice = [](const T& x) { return x + x; };
  const auto some = std::views::drop(at.first) | std::views::take(at.count);
  const auto model = data.model.begin() + at.first;
  const T sum = dash::reduce(data.array | some | std::views::transform(twice), T{});
  require(sum == 2 * std::accumulate(model, model + at.count, T{}), "reduce of a view is wrong");
  const T value = static_cast<T>(any_value(random));
  const auto end = std::views::reverse | std::views::drop(at.first);
  require(
      dash::count(data.array | end, value) ==
          std::count(data.model.begin(), data.model.end() - at.first, value),
      "count in a view is wrong");
}

template <class Array>
void steps_on(Random& random, dash::Team& team)
{
  const std::size_t size = any_size(random);
  ModelArray<Array> data(random, size, team);
  for (std::size_t k = random.below(12); k > 0; --k) {
    const Positions at(random, size);
    const auto range = range_of(data, at);
    // Both directions of one type are enough: each takes long to compile.
    constexpr bool has_both = std::is_same_v<Array, dash::Array<int>>;
    const bool goes_back = has_both && random.one_in(3);
    const std::string text =
        describe(at) + (goes_back ? ", backwards, of " : " of ") + data.describe();
    if (random.one_in(8)) ask_views(random, data, at, text);
    const char* name = nullptr;
    if constexpr (has_both) {
      if (goes_back) name = any_step(random, backwards(range), text);
    }
    if (name == nullptr) name = any_step(random, range, text);
    data.check(name);
    // Sums stay exact.
    for (auto& value : data.model) value = static_cast<int>(value) % 1000;
    data.write_model();
  }
}

}  // namespace

void one_range_steps(Random& random, dash::Team& team)
{
  random.one_in(3) ? steps_on<CsrArray<int>>(random, team)
                   : steps_on<dash::Array<int>>(random, team);
}

}  // namespace dash::stress
