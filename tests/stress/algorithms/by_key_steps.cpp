#include <dash/Array.h>
#include <dash/algorithm/Copy.h>
#include <dash/algorithm/Fill.h>
#include <dash/algorithm/ReduceByKey.h>
#include <dash/algorithm/ScanByKey.h>
#include <dash/algorithm/SortByKey.h>
#include <dash/algorithm/UniqueByKey.h>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <numeric>
#include <utility>
#include <vector>

#include "algorithms/operations.h"
#include "algorithms/ranges.h"
#include "algorithms/steps.h"

namespace dash::stress {
namespace {

using Pairs = std::vector<std::pair<int, int>>;

template <class R>
Pairs model_pairs(const R& keys, const R& values)
{
  Pairs pairs;
  for (std::ptrdiff_t i = 0; i < keys.size(); ++i)
    pairs.emplace_back(keys.model_first[i], values.model_first[i]);
  return pairs;
}

template <class R>
void set_model(const R& keys, const R& values, const Pairs& pairs)
{
  std::ptrdiff_t i = 0;
  for (const auto& [key, value] : pairs) {
    keys.model_first[i] = key;
    values.model_first[i++] = value;
  }
}

/// The same from the arrays.
template <class R>
Pairs global_pairs(const R& keys, const R& values)
{
  std::vector<int> all_keys(static_cast<std::size_t>(keys.size())), all_values(all_keys.size());
  dash::copy(keys.first, keys.last, all_keys.data());
  dash::copy(values.first, values.first + keys.size(), all_values.data());
  Pairs pairs;
  for (std::size_t i = 0; i < all_keys.size(); ++i) pairs.emplace_back(all_keys[i], all_values[i]);
  return pairs;
}

template <class Less>
auto by_keys(Less less)
{
  return [less](const Pairs::value_type& a, const Pairs::value_type& b) {
    return less(a.first, b.first);
  };
}

template <class Less>
void sort_pairs(Pairs& pairs, Less less)
{
  std::stable_sort(pairs.begin(), pairs.end(), by_keys(less));
}

/// The pairs in an order that does not depend on the one they have.
Pairs in_order(Pairs pairs)
{
  std::sort(pairs.begin(), pairs.end());
  return pairs;
}

/// Calls \c f(begin, end) for groups of neighbours with equal keys.
template <class F>
void for_each_group(const Pairs& pairs, F f)
{
  for (auto begin = pairs.begin(); begin != pairs.end();) {
    const auto end =
        std::find_if(begin, pairs.end(), [&](const auto& p) { return p.first != begin->first; });
    f(begin, end);
    begin = end;
  }
}

template <class R>
const char* any_step(
    Random& random, const R& keys, const R& values, const R& keys_out, const R& values_out,
    const std::string& text)
{
  Pairs pairs = model_pairs(keys, values), result;
  const auto begin = [&](const char* name) {
    begin_step(name + (" on " + text));
    return name;
  };
  const auto require_ends = [&](const char* name, const auto& ends, const R& k, const R& v) {
    const auto size = static_cast<std::ptrdiff_t>(result.size());
    require(
        ends.first - k.first == size && ends.second - v.first == size, name, " ends at positions ",
        ends.first - k.first, " and ", ends.second - v.first, " in place of ", size);
  };
  switch (random.below(7)) {
    case 0: {
      const char* const name = begin("stable_sort_by_key");
      const LessRemainder less{1 + static_cast<int>(random.below(30))};
      dash::stable_sort_by_key(keys.first, keys.last, values.first, less);
      sort_pairs(pairs, less);
      set_model(keys, values, pairs);
      return name;
    }
    case 1: {
      const char* const name = begin("stable_sort_by_key, ascending");
      dash::stable_sort_by_key(keys.first, keys.last, values.first);
      sort_pairs(pairs, std::less<>{});
      set_model(keys, values, pairs);
      return name;
    }
    case 2: {
      const char* const name = begin("reduce_by_key");
      const auto ends = dash::reduce_by_key(
          keys.first, keys.last, values.first, keys_out.first, values_out.first, std::equal_to<>{},
          LastNonZero{});
      for_each_group(pairs, [&](auto first, auto last) {
        int fold = first->second;
        for (auto it = first + 1; it != last; ++it) fold = LastNonZero{}(fold, it->second);
        result.emplace_back(first->first, fold);
      });
      require_ends(name, ends, keys_out, values_out);
      set_model(keys_out, values_out, result);
      return name;
    }
    case 3: {
      const char* const name = begin("unique_by_key");
      const auto ends = dash::unique_by_key(keys.first, keys.last, values.first);
      for_each_group(pairs, [&](auto first, auto) { result.push_back(*first); });
      require_ends(name, ends, keys, values);
      set_model(keys, values, result);
      for (const auto& [range, end] :
           {std::pair(keys, ends.first), std::pair(values, ends.second)}) {
        dash::fill(end, range.last, 0);
        std::fill(range.model_first + (end - range.first), range.model_last, 0);
      }
      return name;
    }
    case 4: {
      const char* const name = begin("inclusive_scan_by_key");
      dash::inclusive_scan_by_key(
          keys.first, keys.last, values.first, values_out.first, std::equal_to<>{}, LastNonZero{});
      auto out = values_out.model_first;
      for_each_group(pairs, [&](auto first, auto last) {
        int fold = first->second;
        *out++ = fold;
        for (auto it = first + 1; it != last; ++it) *out++ = fold = LastNonZero{}(fold, it->second);
      });
      return name;
    }
    case 5: {
      const char* const name = begin("sort_by_key");
      dash::sort_by_key(keys.first, keys.last, values.first);
      const Pairs found = global_pairs(keys, values);
      require(
          std::is_sorted(found.begin(), found.end(), by_keys(std::less<>{})), name,
          ": keys are not in order");
      require(in_order(found) == in_order(pairs), name, ": a value does not follow its key");
      set_model(keys, values, found);
      return name;
    }
    default: {
      const char* const name = begin("exclusive_scan_by_key");
      dash::exclusive_scan_by_key(
          keys.first, keys.last, values.first, values_out.first, 3, std::equal_to<>{},
          LastNonZero{});
      auto out = values_out.model_first;
      for_each_group(pairs, [&](auto first, auto last) {
        int fold = 3;
        for (auto it = first; it != last; ++it) {
          *out++ = fold;
          fold = LastNonZero{}(fold, it->second);
        }
      });
      return name;
    }
  }
}

template <class Array>
void steps_on(Random& random, dash::Team& team)
{
  const std::size_t size = any_size(random);
  ModelArray<Array> keys(random, size, team);
  ModelArray<Array> values(random, size + random.size(100), team);
  ModelArray<Array> keys_out(random, size + random.size(100), team);
  ModelArray<Array> values_out(random, size + random.size(100), team);
  for (std::size_t k = random.below(6); k > 0; --k) {
    const Positions at(random, size);
    const Positions at_values = elsewhere(random, at, values);
    const Positions at_keys_out = elsewhere(random, at, keys_out);
    const Positions at_values_out = elsewhere(random, at, values_out);
    // Groups are long now and then.
    if (random.one_in(2)) {
      const int length = 1 + static_cast<int>(random.below(50));
      int i = 0;
      for (int& key : keys.model) key = i++ / length % 100;
      keys.write_model();
    }
    const std::string text = describe(at) + " of " + keys.describe() + ", " + describe(at_values) +
                             " of " + values.describe() + ", to " + describe(at_keys_out) + " of " +
                             keys_out.describe() + " and " + describe(at_values_out) + " of " +
                             values_out.describe();
    const char* const name = any_step(
        random, range_of(keys, at), range_of(values, at_values), range_of(keys_out, at_keys_out),
        range_of(values_out, at_values_out), text);
    for (auto* data : {&keys, &values, &keys_out, &values_out}) data->check(name);
  }
}

}  // namespace

void by_key_steps(Random& random, dash::Team& team)
{
  random.one_in(4) ? steps_on<CsrArray<int>>(random, team)
                   : steps_on<dash::Array<int>>(random, team);
}

}  // namespace dash::stress
