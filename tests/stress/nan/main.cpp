// Random sorts, selections, merges and reductions of floating-point elements, some of which are no
// numbers (NaN), against std with the order that docs/algorithms.md describes.

#include <dash/Array.h>
#include <dash/algorithm/Merge.h>
#include <dash/algorithm/MinMax.h>
#include <dash/algorithm/NthElement.h>
#include <dash/algorithm/Operation.h>
#include <dash/algorithm/PartialSort.h>
#include <dash/algorithm/Reduce.h>
#include <dash/algorithm/Sort.h>
#include <dash/algorithm/SortByKey.h>
#include <dash/algorithm/StableSort.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <functional>
#include <limits>
#include <numeric>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "algorithms/ranges.h"
#include "team_steps.h"

namespace dash::stress {
namespace {

/// What orders floating-point elements: NaN is in front of all numbers if its sign bit is set, and
/// behind them otherwise.
template <class T>
std::pair<int, T> place_of(T x)
{
  if (x == x) return {0, x};
  return {std::signbit(x) ? -1 : 1, T{}};
}

/// The order that the library gives a comparison of numbers.
template <class Less>
struct InOrder {
  template <class T>
  bool operator()(T a, T b) const
  {
    return Less{}(place_of(a), place_of(b));
  }
};

/// The first of the best numbers; the first element if there is no number.
template <class It, class Better>
It best_number(It first, It last, Better better)
{
  It best = last;
  for (It it = first; it != last; ++it) {
    if (*it == *it && (best == last || better(*it, *best))) best = it;
  }
  return best == last ? first : best;
}

/// One of the values for which an order of numbers may be wrong.
template <class T>
T any_special(Random& random)
{
  using Limits = std::numeric_limits<T>;
  const T size = random.one_of(std::array{
      T{0}, Limits::quiet_NaN(), Limits::infinity(), Limits::max(), Limits::denorm_min()});
  return random.one_in(2) ? -size : size;
}

/// Puts such values among numbers, in some places or in all.
template <class T>
void add_specials(Random& random, std::vector<T>& values)
{
  const std::size_t rarity = random.one_of(std::array{1, 2, 5, 100});
  for (T& value : values) {
    if (random.one_in(rarity)) value = any_special<T>(random);
  }
}

/// The step of one comparison on a range of keys, and on as many values.
template <class T, class Less>
class NanSteps {
 public:
  using Keys = ModelArray<dash::Array<T>>;
  using Values = ModelArray<dash::Array<int>>;

  NanSteps(Random& random, Keys& keys, Values& values, const Positions& at)
      : random_(random),
        all_keys_(keys),
        keys_(range_of(keys, at)),
        values_(range_of(values, at)),
        middle_(any_position(random, at.count)),
        text_(
            " in numbers of " + std::to_string(sizeof(T)) + " bytes, on " + describe(at) + " of " +
            keys.describe() + ", with values of " + values.describe())
  {}

  /// Does any step. \return the name of its algorithm
  const char* run() const
  {
    struct Step {
      const char* name;
      void (NanSteps::*run)(const char* name) const;
    };
    static constexpr Step steps[] = {
        {"sort", &NanSteps::sort},
        {"stable_sort", &NanSteps::stable_sort},
        {"partial_sort", &NanSteps::partial_sort},
        {"nth_element", &NanSteps::nth_element},
        {"sort_by_key", &NanSteps::sort_by_key},
        {"stable_sort_by_key", &NanSteps::stable_sort_by_key},
        {"merge", &NanSteps::merge},
        {"extremes", &NanSteps::extremes},
        {"reductions", &NanSteps::reductions}};
    const Step& step = random_.one_of(steps);
    begin_step(step.name + text_);
    (this->*step.run)(step.name);
    return step.name;
  }

 private:
  void sort(const char*) const
  {
    dash::sort(keys_.first, keys_.last, Less{});
    sort_model();
  }

  void stable_sort(const char*) const
  {
    dash::stable_sort(keys_.first, keys_.last, Less{});
    sort_model();
  }

  /// The other elements have no order, so they are sorted, too.
  void partial_sort(const char*) const
  {
    dash::partial_sort(keys_.first, keys_.first + middle_, keys_.last, Less{});
    dash::sort(keys_.first + middle_, keys_.last, Less{});
    sort_model();
  }

  void nth_element(const char* name) const
  {
    dash::nth_element(keys_.first, keys_.first + middle_, keys_.last, Less{});
    sort_model();
    if (middle_ < keys_.size()) {
      const T found = keys_.first[middle_], expected = keys_.model_first[middle_];
      require(is_same(found, expected), name, ": ", found, " in place of ", expected);
    }
    dash::sort(keys_.first, keys_.first + middle_, Less{});
    dash::sort(keys_.first + middle_, keys_.last, Less{});
  }

  /// The order of values with equivalent keys is unspecified, so the model takes what there is if
  /// it is right.
  void sort_by_key(const char* name) const
  {
    dash::sort_by_key(keys_.first, keys_.last, values_.first, Less{});
    Pairs expected = model_pairs(), found = expected;
    std::vector<int> values(expected.size());
    dash::copy(values_.first, values_.last, values.data());
    sort_pairs(expected);
    for (std::size_t i = 0; i < found.size(); ++i) found[i] = {expected[i].first, values[i]};
    set_model(found);
    for (Pairs* pairs : {&expected, &found}) std::sort(pairs->begin(), pairs->end(), before_in_all);
    require(
        std::ranges::equal(expected, found, {}, value, value), name,
        ": a value does not follow its key");
  }

  void stable_sort_by_key(const char*) const
  {
    dash::stable_sort_by_key(keys_.first, keys_.last, values_.first, Less{});
    Pairs pairs = model_pairs();
    sort_pairs(pairs);
    set_model(pairs);
  }

  void merge(const char* name) const
  {
    dash::sort(keys_.first, keys_.first + middle_, Less{});
    dash::sort(keys_.first + middle_, keys_.last, Less{});
    sort_model();
    Keys merged(random_, static_cast<std::size_t>(keys_.size()), all_keys_.array.team());
    dash::merge(
        keys_.first, keys_.first + middle_, keys_.first + middle_, keys_.last, merged.array.begin(),
        Less{});
    std::copy(keys_.model_first, keys_.model_last, merged.model.begin());
    merged.check(name);
    dash::sort(keys_.first, keys_.last, Less{});
  }

  void extremes(const char* name) const
  {
    const auto first = best_number(keys_.model_first, keys_.model_last, Less{});
    const auto last = best_number(keys_.model_first, keys_.model_last, Swapped{});
    const auto require_position = [&](const auto& found, const auto& expected) {
      require(
          found - keys_.first == expected - keys_.model_first, name, ": position ",
          found - keys_.first, " in place of ", expected - keys_.model_first);
    };
    require_position(dash::min_element(keys_.first, keys_.last, Less{}), first);
    require_position(dash::min_element(keys_.first, keys_.last, Swapped{}), last);
    require_position(
        dash::max_element(keys_.first, keys_.last),
        best_number(keys_.model_first, keys_.model_last, std::greater<>{}));
    const auto both = dash::minmax_element(keys_.first, keys_.last, Less{});
    require_position(both.first, first);
    require_position(both.second, last);
  }

  void reductions(const char* name) const
  {
    std::vector<T> all(keys_.model_first, keys_.model_last);
    all.insert(all.begin(), random_.one_in(3) ? any_special<T>(random_) : T{5});
    const auto require_best = [&](T found, auto better) {
      const T expected = *best_number(all.begin(), all.end(), better);
      require(
          found == expected || (found != found && expected != expected), name, ": ", found,
          " in place of ", expected);
    };
    require_best(dash::reduce(keys_.first, keys_.last, all[0], dash::min<T>()), std::less<>{});
    require_best(dash::reduce(keys_.first, keys_.last, all[0], dash::max<T>()), std::greater<>{});
  }

  using Pair = std::pair<T, int>;
  using Pairs = std::vector<Pair>;
  using Swapped =
      std::conditional_t<std::is_same_v<Less, std::less<>>, std::greater<>, std::less<>>;

  static bool before(const Pair& a, const Pair& b) { return InOrder<Less>{}(a.first, b.first); }
  static bool before_in_all(const Pair& a, const Pair& b)
  {
    return before(a, b) || (!before(b, a) && b.second > a.second);
  }
  static constexpr auto value = &Pair::second;

  static void sort_pairs(Pairs& pairs) { std::stable_sort(pairs.begin(), pairs.end(), before); }

  void sort_model() const
  {
    std::stable_sort(keys_.model_first, keys_.model_last, InOrder<Less>{});
  }

  Pairs model_pairs() const
  {
    Pairs pairs;
    for (std::ptrdiff_t i = 0; i < keys_.size(); ++i)
      pairs.emplace_back(keys_.model_first[i], values_.model_first[i]);
    return pairs;
  }

  void set_model(const Pairs& pairs) const
  {
    for (std::ptrdiff_t i = 0; i < keys_.size(); ++i)
      std::tie(keys_.model_first[i], values_.model_first[i]) = pairs[static_cast<std::size_t>(i)];
  }

  using KeyRange = decltype(range_of(std::declval<Keys&>(), std::declval<Positions>()));
  using ValueRange = decltype(range_of(std::declval<Values&>(), std::declval<Positions>()));

  Random& random_;
  Keys& all_keys_;
  KeyRange keys_;
  ValueRange values_;
  std::ptrdiff_t middle_;
  std::string text_;
};

template <class T>
void steps_on(Random& random, dash::Team& team)
{
  const std::size_t size = random.size(random.one_in(10) ? 30'000 : 300);
  ModelArray<dash::Array<T>> keys(random, size, team);
  ModelArray<dash::Array<int>> values(random, size, team);
  for (std::size_t k = random.below(6); k > 0; --k) {
    keys.model = random_values<T>(random, size);
    add_specials(random, keys.model);
    keys.write_model();
    std::iota(values.model.begin(), values.model.end(), 0);
    values.write_model();
    const Positions at(random, size);
    const char* const name = random.one_in(2)
                                 ? NanSteps<T, std::less<>>(random, keys, values, at).run()
                                 : NanSteps<T, std::greater<>>(random, keys, values, at).run();
    keys.check(name);
    values.check(name);
  }
}

void nan_steps(Random& random, dash::Team& team)
{
  switch (random.below(3)) {
    case 0:
      return steps_on<float>(random, team);
    case 1:
      return steps_on<double>(random, team);
    default:
      return steps_on<long double>(random, team);
  }
}

}  // namespace
}  // namespace dash::stress

int main(int argc, char** argv)
{
  return dash::stress::run_steps<dash::stress::nan_steps>(argc, argv);
}
