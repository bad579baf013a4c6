#pragma once

/// \file
/// Algorithms on arrays of any two distributions, for the test and the benchmark that sweep them.

#include <dash/Algorithm.h>
#include <dash/Array.h>
#include <dash/view/Zip.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <ranges>
#include <tuple>
#include <utility>
#include <vector>

namespace dash::test {

struct Distribution {
  const char* name;
  dash::DistributionSpec<1> spec;
};

/// The first one is the one with which the others are compared.
inline const std::vector<Distribution>& distributions()
{
  static const std::vector<Distribution> all{
      {"BLOCKED", dash::BLOCKED},
      {"CYCLIC", dash::CYCLIC},
      {"BLOCKCYCLIC(13)", dash::BLOCKCYCLIC(13)},
      {"BLOCKCYCLIC(1000)", dash::BLOCKCYCLIC(1000)}};
  return all;
}

/// What the algorithms work on: inputs of one distribution, other inputs and outputs of another
/// one.
struct DistributedData {
  using Array = dash::Array<int>;

  /// \param team  that of the inputs; the other arrays belong to all units
  DistributedData(
      std::ptrdiff_t count, const Distribution& from, const Distribution& to,
      dash::Team& team = dash::Team::All())
      : n(count),
        in(size(), from.spec, team),
        sorted(size(), from.spec, team),
        other(size(), to.spec),
        out(2 * size(), to.spec),
        host(size())
  {
    dash::iota(sorted.begin(), sorted.end(), 0);
    dash::fill(out.begin(), out.end(), 0);
    refill();
  }

  std::size_t size() const { return static_cast<std::size_t>(n); }

  /// Values without an order, each some ten times.
  void refill()
  {
    const auto value = [values = n / 10 + 1](std::ptrdiff_t i) {
      return static_cast<int>((i * 7919 + i / 3) % values);
    };
    dash::generate_with_index(in.begin(), in.end(), value);
    dash::generate_with_index(other.begin(), other.end(), value);
  }

  std::ptrdiff_t n;
  Array in, sorted, other, out;
  std::vector<int> host;
};

enum class CalledBy { one_unit, all_units };

/// A call of an algorithm. The answer is a value or a position that it returns.
struct DistributionCase {
  const char* name;
  std::function<std::int64_t(DistributedData&)> call;
  bool uses_other = false;     ///< the distribution of the other arrays matters, too
  bool changes_input = false;  ///< each call needs a new input
  bool is_in_any_order = false;
  CalledBy by = CalledBy::all_units;
  bool needs_one_team = false;
};

namespace cases {

using Data = DistributedData;

/// A view whose values are computed from the input.
inline auto squares(Data& d)
{
  return d.in | std::views::transform([](std::int64_t value) { return value * value; });
}

/// A view whose values are computed from two inputs.
inline auto products(Data& d)
{
  return dash::views::zip(d.in, d.other) | std::views::transform([](const auto& pair) {
           return static_cast<std::int64_t>(std::get<0>(pair)) *
                  static_cast<int>(std::get<1>(pair));
         });
}

/// A view of the input from its end to its beginning.
inline auto reversed(Data& d)
{
  return d.in | std::views::reverse;
}

/// Squares of the input from its end to its beginning.
inline auto reversed_squares(Data& d)
{
  return reversed(d) | std::views::transform([](std::int64_t value) { return value * value; });
}

/// The squares of the input, reversed.
inline auto squares_reversed(Data& d)
{
  return squares(d) | std::views::reverse;
}

/// Two inputs side by side, without their first elements.
inline auto side_by_side(Data& d)
{
  return dash::views::zip(d.in | std::views::drop(3), d.other | std::views::drop(5));
}

/// How far two positions are apart that belong to the same unit in CYCLIC and BLOCKCYCLIC(13).
inline std::ptrdiff_t round_of_blocks()
{
  return 13 * static_cast<std::ptrdiff_t>(dash::size());
}

/// The product of the elements of \c side_by_side.
struct Product {
  template <class Pair>
  std::int64_t operator()(const Pair& pair) const
  {
    return static_cast<std::int64_t>(std::get<0>(pair)) * static_cast<int>(std::get<1>(pair));
  }
};

/// A view whose values depend on two inputs in different orders.
inline auto crosswise(Data& d)
{
  return dash::views::zip(reversed(d), d.other) | std::views::transform([](const auto& pair) {
           return 3 * static_cast<std::int64_t>(std::get<0>(pair)) +
                  static_cast<int>(std::get<1>(pair));
         });
}

/// Values that depend on elements and on their positions.
template <class Range>
auto weighted(Range&& range)
{
  return dash::views::zip(std::views::iota(std::int64_t{0}), std::forward<Range>(range)) |
         std::views::transform([](const auto& pair) {
           return std::get<0>(pair) % 7 * static_cast<int>(std::get<1>(pair));
         });
}

struct IsSmall {
  DASH_HOST_DEVICE bool operator()(int value) const { return value < 7; }
};

inline std::vector<DistributionCase> copies()
{
  constexpr CalledBy one = CalledBy::one_unit;
  return {
      {"copy to a vector",
       [](Data& d) { return dash::copy(d.in.begin(), d.in.end(), d.host.data()) - d.host.data(); },
       false, false, false, one},
      {"copy from a vector",
       [](Data& d) {
         const int* const begin = d.host.data();
         return dash::copy(begin, begin + d.n, d.in.begin()) - d.in.begin();
       },
       false, true, false, one},
      {"copy",
       [](Data& d) {
         return dash::copy(d.in.begin(), d.in.end(), d.other.begin()) - d.other.begin();
       },
       true, false, false, one},
      {"copy, odd ends",
       [](Data& d) {
         const auto end = dash::copy(d.in.begin() + 3, d.in.end() - 4, d.other.begin() + 2);
         return end - d.other.begin();
       },
       true, false, false, one},
      {"copy, one block on",
       [](Data& d) {
         return dash::copy(d.in.begin() + 13, d.in.end() - 6, d.other.begin()) - d.other.begin();
       },
       true, false, false, one},
      {"copy, one block back",
       [](Data& d) {
         return dash::copy(d.in.begin(), d.in.end() - 1'000, d.out.begin() + 1'000) - d.out.begin();
       },
       true, false, false, one},
  };
}

inline std::vector<DistributionCase> queries()
{
  return {
      {"reduce", [](Data& d) { return dash::reduce(d.in.begin(), d.in.end(), std::int64_t{0}); }},
      {"reduce of a view", [](Data& d) { return dash::reduce(squares(d), std::int64_t{0}); }},
      {"reduce of two in a view",
       [](Data& d) { return dash::reduce(products(d), std::int64_t{0}); }, true},
      {"reduce of a view with positions",
       [](Data& d) { return dash::reduce(weighted(d.in), std::int64_t{0}); }},
      {"find_first_of",
       [](Data& d) {
         const auto candidates = d.other.begin();
         const auto found =
             dash::find_first_of(d.in.begin(), d.in.end(), candidates, candidates + 3);
         return found - d.in.begin();
       },
       true},
      {"find in a view of two",
       [](Data& d) {
         const auto view = products(d);
         return dash::find(view.begin(), view.end(), -1) - view.begin();
       },
       true},
      {"max_element of a view with positions",
       [](Data& d) {
         const auto view = weighted(d.in);
         return dash::max_element(view.begin(), view.end()) - view.begin();
       }},
      {"reduce of a reversed view",
       [](Data& d) { return dash::reduce(reversed(d), std::int64_t{0}); }},
      {"reduce of a reversed view that computes",
       [](Data& d) { return dash::reduce(reversed_squares(d), std::int64_t{0}); }},
      {"find in a reversed view that computes",
       [](Data& d) {
         const auto view = reversed_squares(d);
         return dash::find(view.begin(), view.end(), 4) - view.begin();
       }},
      {"reduce of a view that computes, reversed",
       [](Data& d) { return dash::reduce(squares_reversed(d), std::int64_t{0}); }},
      {"find in a view that computes, reversed",
       [](Data& d) {
         const auto view = squares_reversed(d);
         return dash::find(view.begin(), view.end(), 4) - view.begin();
       }},
      {"transform_reduce of elements side by side",
       [](Data& d) {
         return dash::transform_reduce(
             side_by_side(d), std::int64_t{0}, std::plus<std::int64_t>{}, Product{});
       },
       true},
      {"find_if in elements side by side",
       [](Data& d) {
         const auto view = side_by_side(d);
         const auto found = dash::find_if(
             view.begin(), view.end(), [](const auto& pair) { return Product{}(pair) == 77; });
         return found - view.begin();
       },
       true},
      {"count_if of an array beside itself",
       [](Data& d) {
         return dash::count_if(dash::views::zip(d.in, d.sorted), [](const auto& pair) {
           return static_cast<int>(std::get<0>(pair)) < static_cast<int>(std::get<1>(pair));
         });
       }},
      {"max_element of two in different orders",
       [](Data& d) {
         const auto view = crosswise(d);
         return dash::max_element(view.begin(), view.end()) - view.begin();
       },
       true},
      {"max_element of a reversed view with positions",
       [](Data& d) {
         const auto view = weighted(reversed(d));
         return dash::max_element(view.begin(), view.end()) - view.begin();
       }},
      {"find in a reversed view",
       [](Data& d) {
         const auto view = reversed(d);
         return dash::find(view.begin(), view.end(), 3) - view.begin();
       }},
      {"is_sorted of a reversed view",
       [](Data& d) { return dash::is_sorted_until(reversed(d)) - reversed(d).begin(); }},
      {"equal of a reversed view",
       [](Data& d) {
         const auto view = reversed(d);
         return std::int64_t{dash::equal(view.begin(), view.end(), d.other.begin())};
       },
       true},
      {"find in a view",
       [](Data& d) {
         const auto view = squares(d);
         return dash::find(view.begin(), view.end(), -1) - view.begin();
       }},
      {"min_element",
       [](Data& d) { return dash::min_element(d.in.begin(), d.in.end()) - d.in.begin(); }},
      {"count", [](Data& d) { return dash::count(d.in.begin(), d.in.end(), 3); }},
      {"find", [](Data& d) { return dash::find(d.in.begin(), d.in.end(), -1) - d.in.begin(); }},
      {"adjacent_find",
       [](Data& d) {
         return dash::adjacent_find(d.sorted.begin(), d.sorted.end()) - d.sorted.begin();
       }},
      {"is_sorted",
       [](Data& d) { return std::int64_t{dash::is_sorted(d.sorted.begin(), d.sorted.end())}; }},
      {"equal",
       [](Data& d) { return std::int64_t{dash::equal(d.in.begin(), d.in.end(), d.other.begin())}; },
       true},
      {"mismatch",
       [](Data& d) {
         const auto found = dash::mismatch(d.in.begin(), d.in.end(), d.sorted.begin());
         return found.first - d.in.begin();
       }},
      {"mismatch of two distributions",
       [](Data& d) {
         return dash::mismatch(d.in.begin(), d.in.end(), d.other.begin()).first - d.in.begin();
       },
       true},
      {"mismatch, odd ends",
       [](Data& d) {
         const auto first = d.in.begin() + 9;
         return dash::mismatch(first, d.in.end() - 2, d.other.begin() + 9).first - first;
       },
       true},
      {"mismatch, a round of blocks on",
       [](Data& d) {
         const auto first = d.sorted.begin() + round_of_blocks();
         const auto greater = [](int a, int b) { return a > b; };
         return dash::mismatch(first, d.sorted.end(), d.other.begin(), greater).first - first;
       },
       true},
      {"lexicographical_compare",
       [](Data& d) {
         return std::int64_t{dash::lexicographical_compare(
             d.in.begin(), d.in.end(), d.other.begin(), d.other.end())};
       },
       true},
      {"transform_reduce of two",
       [](Data& d) {
         return dash::transform_reduce(d.in.begin(), d.in.end(), d.other.begin(), std::int64_t{0});
       },
       true},
      {"lower_bound of many",
       [](Data& d) {
         const auto end = dash::lower_bound(
             d.sorted.begin(), d.sorted.end(), d.other.begin(), d.other.end(), d.out.begin());
         return end - d.out.begin();
       },
       true, false, false, CalledBy::all_units, true},
  };
}

inline std::vector<DistributionCase> results_elsewhere()
{
  return {
      {"transform",
       [](Data& d) {
         const auto end =
             dash::transform(d.in.begin(), d.in.end(), d.other.begin(), std::negate<int>{});
         return end - d.other.begin();
       },
       true},
      {"transform, odd ends",
       [](Data& d) {
         const auto end = dash::transform(
             d.in.begin() + 3, d.in.end() - 4, d.other.begin() + 2, std::negate<int>{});
         return end - d.other.begin();
       },
       true},
      {"transform of two, rounds of blocks on",
       [](Data& d) {
         const std::ptrdiff_t round = round_of_blocks();
         const auto end = dash::transform(
             d.in.begin() + round, d.in.end() - 1, d.other.begin(), d.out.begin() + 3 * round,
             std::minus<int>{});
         return end - d.out.begin();
       },
       true},
      {"transform of a reversed view",
       [](Data& d) {
         const auto view = reversed(d);
         const auto end =
             dash::transform(view.begin(), view.end(), d.other.begin(), std::negate<int>{});
         return end - d.other.begin();
       },
       true},
      {"transform of two in different orders",
       [](Data& d) {
         const auto view = crosswise(d);
         const auto end = dash::transform(
             view.begin(), view.end(), d.out.begin(),
             [](std::int64_t value) { return static_cast<int>(value % 101); });
         return end - d.out.begin();
       },
       true},
      {"transform to a reversed view",
       [](Data& d) {
         const auto view = d.other | std::views::reverse;
         const auto end =
             dash::transform(d.in.begin(), d.in.end(), view.begin(), std::negate<int>{});
         return end - view.begin();
       },
       true},
      {"transform of a view that computes, reversed",
       [](Data& d) {
         const auto view = squares_reversed(d);
         const auto end = dash::transform(
             view.begin(), view.end(), d.other.begin(),
             [](std::int64_t value) { return static_cast<int>(value % 101); });
         return end - d.other.begin();
       },
       true},
      {"inclusive_scan of a reversed view",
       [](Data& d) {
         const auto view = reversed(d);
         return dash::inclusive_scan(view.begin(), view.end(), d.other.begin()) - d.other.begin();
       },
       true},
      {"transform of a view of two",
       [](Data& d) {
         const auto view = products(d);
         const auto end = dash::transform(
             view.begin(), view.end(), d.out.begin(),
             [](std::int64_t value) { return static_cast<int>(value % 101); });
         return end - d.out.begin();
       },
       true},
      {"inclusive_scan of a view with positions",
       [](Data& d) {
         const auto view = weighted(d.in);
         return dash::inclusive_scan(view.begin(), view.end(), d.other.begin()) - d.other.begin();
       },
       true},
      {"transform of two",
       [](Data& d) {
         const auto end = dash::transform(
             d.in.begin(), d.in.end(), d.other.begin(), d.out.begin(), std::plus<int>{});
         return end - d.out.begin();
       },
       true},
      {"inclusive_scan",
       [](Data& d) {
         return dash::inclusive_scan(d.in.begin(), d.in.end(), d.other.begin()) - d.other.begin();
       },
       true},
      {"exclusive_scan",
       [](Data& d) {
         const auto end = dash::exclusive_scan(d.in.begin(), d.in.end(), d.other.begin(), 5);
         return end - d.other.begin();
       },
       true},
      {"adjacent_difference",
       [](Data& d) {
         const auto end = dash::adjacent_difference(d.in.begin(), d.in.end(), d.other.begin());
         return end - d.other.begin();
       },
       true},
      {"copy_if",
       [](Data& d) {
         const auto end = dash::copy_if(d.in.begin(), d.in.end(), d.other.begin(), IsSmall{});
         return end - d.other.begin();
       },
       true},
      {"merge",
       [](Data& d) {
         const auto end = dash::merge(
             d.sorted.begin(), d.sorted.end(), d.sorted.begin(), d.sorted.end(), d.out.begin());
         return end - d.out.begin();
       },
       true},
      {"set_union",
       [](Data& d) {
         const auto end = dash::set_union(
             d.sorted.begin(), d.sorted.end(), d.sorted.begin(), d.sorted.end(), d.out.begin());
         return end - d.out.begin();
       },
       true},
      {"reduce_by_key",
       [](Data& d) {
         const auto ends = dash::reduce_by_key(
             d.sorted.begin(), d.sorted.end(), d.in.begin(), d.other.begin(), d.out.begin());
         return ends.second - d.out.begin();
       },
       true},
      {"inclusive_scan_by_key",
       [](Data& d) {
         const auto end = dash::inclusive_scan_by_key(
             d.sorted.begin(), d.sorted.end(), d.in.begin(), d.out.begin());
         return end - d.out.begin();
       },
       true},
      {"exclusive_scan_by_key",
       [](Data& d) {
         const auto end = dash::exclusive_scan_by_key(
             d.sorted.begin(), d.sorted.end(), d.in.begin(), d.out.begin(), 5);
         return end - d.out.begin();
       },
       true},
  };
}

/// What lies behind the end of what is left is unspecified.
template <class Iterator>
std::int64_t cleared_behind(Data& d, const Iterator& end)
{
  dash::fill(end, d.in.end(), 0);
  return end - d.in.begin();
}

inline std::vector<DistributionCase> results_in_place()
{
  return {
      {"fill",
       [](Data& d) {
         dash::fill(d.in.begin(), d.in.end(), 1);
         return std::int64_t{0};
       },
       false, true},
      {"fill of a reversed view",
       [](Data& d) {
         dash::fill(reversed(d), 1);
         return std::int64_t{0};
       },
       false, true},
      {"replace in a reversed view",
       [](Data& d) {
         dash::replace(reversed(d), 3, 4);
         return std::int64_t{0};
       },
       false, true},
      {"sort of a reversed view",
       [](Data& d) {
         dash::sort(reversed(d));
         return std::int64_t{0};
       },
       false, true},
      {"iota",
       [](Data& d) {
         dash::iota(d.in.begin(), d.in.end(), 1);
         return std::int64_t{0};
       },
       false, true},
      {"generate_with_index",
       [](Data& d) {
         dash::generate_with_index(d.in.begin(), d.in.end(), [](auto i) { return int(i % 7); });
         return std::int64_t{0};
       },
       false, true},
      {"resize",
       [](Data& d) {
         d.in.resize(d.size() + 500, 7);
         return static_cast<std::int64_t>(d.in.size());
       },
       false, true},
      {"swap_ranges",
       [](Data& d) {
         return dash::swap_ranges(d.sorted.begin(), d.sorted.end(), d.other.begin()) -
                d.other.begin();
       },
       true, true},
      {"swap_ranges, odd ends",
       [](Data& d) {
         const auto last = d.sorted.end() - 6;
         return dash::swap_ranges(d.sorted.begin() + 1, last, d.other.begin() + 4) -
                d.other.begin();
       },
       true, true},
      {"unique", [](Data& d) { return cleared_behind(d, dash::unique(d.in.begin(), d.in.end())); },
       false, true},
      {"remove",
       [](Data& d) { return cleared_behind(d, dash::remove(d.in.begin(), d.in.end(), 3)); }, false,
       true},
      {"partition",
       [](Data& d) { return dash::partition(d.in.begin(), d.in.end(), IsSmall{}) - d.in.begin(); },
       false, true, true},
      {"rotate",
       [](Data& d) {
         return dash::rotate(d.in.begin(), d.in.begin() + d.n / 3, d.in.end()) - d.in.begin();
       },
       false, true},
      {"reverse",
       [](Data& d) {
         dash::reverse(d.in.begin(), d.in.end());
         return std::int64_t{0};
       },
       false, true},
      {"nth_element",
       [](Data& d) {
         dash::nth_element(d.in.begin(), d.in.begin() + d.n / 2, d.in.end());
         return static_cast<std::int64_t>(d.in[static_cast<std::size_t>(d.n / 2)]);
       },
       false, true, true},
      {"sort",
       [](Data& d) {
         dash::sort(d.in.begin(), d.in.end());
         return std::int64_t{0};
       },
       false, true},
      {"stable_sort",
       [](Data& d) {
         dash::stable_sort(d.in.begin(), d.in.end());
         return std::int64_t{0};
       },
       false, true},
      {"sort_by_key",
       [](Data& d) {
         dash::stable_sort_by_key(d.in.begin(), d.in.end(), d.other.begin());
         return std::int64_t{0};
       },
       true, true},
      {"unique_by_key",
       [](Data& d) {
         const auto ends = dash::unique_by_key(d.in.begin(), d.in.end(), d.other.begin());
         dash::fill(ends.second, d.other.end(), 0);
         return cleared_behind(d, ends.first);
       },
       true, true},
      {"shuffle",
       [](Data& d) {
         dash::shuffle(d.in.begin(), d.in.end(), dash::Random(1));
         return std::int64_t{0};
       },
       false, true},
  };
}

}  // namespace cases

inline std::vector<DistributionCase> distribution_cases()
{
  std::vector<DistributionCase> all;
  for (auto* group :
       {&cases::copies, &cases::queries, &cases::results_elsewhere, &cases::results_in_place}) {
    const auto some = group();
    all.insert(all.end(), some.begin(), some.end());
  }
  return all;
}

}  // namespace dash::test
