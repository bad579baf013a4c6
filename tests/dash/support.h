#pragma once

/// \file
/// What the tests of algorithms have in common: arrays of many sizes and distributions, filled with
/// a known sequence, and the comparison of an algorithm with that of std on a copy.

#include <dash/dart/if/dart.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <map>
#include <numeric>
#include <sstream>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "dash_test_base.h"
#include "native_memory.h"

namespace dash::test {

template <class T>
using CsrArray = dash::Array<T, dash::default_index_t, dash::CSRPattern<1>>;

/// The function x -> scale * x + shift. The composition is associative, but does not commute.
struct Affine {
  unsigned scale = 1;
  unsigned shift = 0;

  static Affine from(int value)
  {
    return {static_cast<unsigned>(2 * value + 5), static_cast<unsigned>(value * value + 3)};
  }
  /// The composition: first f, then g.
  friend Affine operator+(const Affine& f, const Affine& g)
  {
    return {g.scale * f.scale, g.scale * f.shift + g.shift};
  }
  friend bool operator==(const Affine&, const Affine&) = default;
  friend std::ostream& operator<<(std::ostream& os, const Affine& f)
  {
    return os << f.scale << "x+" << f.shift;
  }
};

inline Affine compose(const Affine& f, const Affine& g)
{
  return f + g;
}

/// A record that is not an arithmetic type and is larger than a word.
struct Particle {
  double position = 0;
  int charge = 0;
  int id = 0;

  static Particle from(int value) { return {value / 2.0, value % 3, value}; }
  friend bool operator==(const Particle&, const Particle&) = default;
  friend std::ostream& operator<<(std::ostream& os, const Particle& p)
  {
    return os << '{' << p.position << ' ' << p.charge << ' ' << p.id << '}';
  }
};

/// The value of the test's type for a number.
template <class T>
T make(int number)
{
  if constexpr (std::is_arithmetic_v<T>) {
    return static_cast<T>(number);
  } else {
    return T::from(number);
  }
}

/// Element \c i of the initial sequence of arrays, which has few values, so that there are
/// repetitions.
template <class T = int>
T value_at(std::size_t i)
{
  const auto mixed = static_cast<unsigned>(i) * 2654435761U;
  return make<T>(static_cast<int>((mixed >> 20) % 6) - 1);
}

template <class T = int>
std::vector<T> sequence(std::size_t size, std::size_t start = 0)
{
  std::vector<T> values;
  for (std::size_t i = 0; i < size; ++i) values.push_back(value_at<T>(start + i));
  return values;
}

/// The values at the positions of the calling unit's elements, in local order.
template <class Array>
auto own_of(const Array& array, const std::vector<typename Array::value_type>& values)
{
  std::vector<typename Array::value_type> own;
  for (std::size_t i = 0; i < array.lsize(); ++i) {
    const auto gidx = array.pattern().global(static_cast<dash::default_index_t>(i));
    own.push_back(values[static_cast<std::size_t>(gidx)]);
  }
  return own;
}

/// Sets the array to the values; each unit sets its own part. Collective; synchronises at its end.
template <class Array>
void assign(Array& array, const std::vector<typename Array::value_type>& values)
{
  array.barrier();
  set_local_values(array, own_of(array, values));
  array.barrier();
}

/// The elements of all units. Collective; synchronises at its end.
template <class Array>
auto contents(const Array& array)
{
  using T = typename Array::value_type;
  array.barrier();
  std::vector<T> values;
  for (std::size_t i = 0; i < array.size(); ++i) values.push_back(static_cast<T>(array[i]));
  array.barrier();
  return values;
}

/// The team of all units and, if there are several units, both halves of them.
inline std::vector<std::reference_wrapper<dash::Team>> teams()
{
  dash::Team& all = dash::Team::All();
  if (all.size() < 2) return {all};
  return {all, all.is_leaf() ? all.split(2) : all.sub()};
}

inline const std::vector<dash::DistributionSpec<1>>& distributions()
{
  static const std::vector<dash::DistributionSpec<1>> all{
      dash::BLOCKED, dash::CYCLIC, dash::BLOCKCYCLIC(3), dash::TILE(2)};
  return all;
}

/// Sizes of the units' parts, which are unequal and some of which are empty.
inline std::vector<std::vector<std::size_t>> part_sizes(std::size_t n, std::size_t units)
{
  const auto proportional_to = [n](const std::vector<std::size_t>& weights) {
    const auto total = std::accumulate(weights.begin(), weights.end(), std::size_t{0});
    std::vector<std::size_t> sizes;
    std::size_t before = 0;
    for (const std::size_t weight : weights) {
      sizes.push_back(n * (before + weight) / total - n * before / total);
      before += weight;
    }
    return sizes;
  };
  if (units == 1) return {{n}};
  std::vector<std::size_t> odd_units, descending;
  for (std::size_t unit = 0; unit < units; ++unit) {
    odd_units.push_back(unit % 2);
    descending.push_back(units - 1 - unit);
  }
  return {proportional_to(odd_units), proportional_to(descending)};
}

template <class Array>
std::string describe(const Array& array)
{
  std::ostringstream text;
  text << array.size() << " elements of " << array.pattern().distspec() << ", parts:";
  for (std::size_t unit = 0; unit < array.team().size(); ++unit) {
    text << ' ' << array.pattern().local_size(dash::team_unit_t(static_cast<int>(unit)));
  }
  return text.str();
}

/// Calls f(array) for each distribution of \c n elements over the team.
template <class T = int, class F>
void for_each_array(std::size_t n, dash::Team& team, F f)
{
  for (const auto& distribution : distributions()) {
    dash::Array<T> array(n, distribution, team);
    SCOPED_TRACE(describe(array));
    f(array);
  }
  for (const auto& sizes : part_sizes(n, team.size())) {
    CsrArray<T> array(dash::CSRPattern<1>(sizes, team));
    SCOPED_TRACE(describe(array));
    f(array);
  }
}

/// Calls f(array) for arrays of \c n elements with less common patterns.
template <class T = int, class F>
void for_each_rare_array(std::size_t n, dash::Team& team, F f)
{
  const auto call = [&f](auto&& array) {
    SCOPED_TRACE(std::string(array.pattern().PatternName) + ": " + describe(array));
    f(array);
  };
  using Index = dash::default_index_t;
  const dash::SizeSpec<1> size(n);
  std::vector<double> weights(team.size());
  std::iota(weights.begin(), weights.end(), 1.0);
  call(dash::Array<T, Index, dash::LoadBalancePattern<1>>(
      dash::LoadBalancePattern<1>(weights, size, team)));
  call(dash::Array<T, Index, dash::TilePattern<1>>(
      dash::TilePattern<1>(size, dash::DistributionSpec<1>(dash::TILE(3)), team)));
}

/// The cases to test; fewer if accesses and barriers are messages between hosts.
inline std::vector<std::size_t> cases(std::vector<std::size_t> all, std::vector<std::size_t> few)
{
  return dart_team_is_on_one_host(DART_TEAM_ALL) ? all : few;
}

/// Calls f(first, last) for all sub-ranges of [0, n), or for a selection of them if n is large.
template <class F>
void for_each_subrange(std::size_t n, F f)
{
  std::vector<std::size_t> bounds{0, 1, n / 3, n / 2, n - 1, n};
  if (n <= 9) {
    bounds.resize(n + 1);
    std::iota(bounds.begin(), bounds.end(), std::size_t{0});
  }
  bounds = cases(bounds, {0, (n + 2) / 3, n});
  bounds.erase(std::unique(bounds.begin(), bounds.end()), bounds.end());
  for (const std::size_t first : bounds) {
    for (const std::size_t last : bounds) {
      if (first > last) continue;
      SCOPED_TRACE("positions [" + std::to_string(first) + ", " + std::to_string(last) + ")");
      f(first, last);
    }
  }
}

/// Calls f(array, first, last) for arrays of all sizes, distributions and teams, and sub-ranges.
template <class T = int, class F>
void for_each_range(F f)
{
  for (dash::Team& team : teams()) {
    for (const std::size_t n : cases({0, 1, 3, 9, 50}, {0, 1, 11})) {
      for_each_array<T>(n, team, [&](auto& array) {
        for_each_subrange(n, [&](std::size_t first, std::size_t last) { f(array, first, last); });
      });
    }
  }
}

/// Calls f(a, b) for arrays of \c n elements that are distributed alike and differently.
template <class T, class U, class F>
void for_each_two_arrays(std::size_t n, dash::Team& team, F f)
{
  const auto& all = distributions();
  const auto call = [&](auto& a, auto& b) {
    SCOPED_TRACE(describe(a) + " and " + describe(b));
    f(a, b);
  };
  for (std::size_t d = 0; d < all.size(); ++d) {
    dash::Array<T> a(n, all[d], team);
    for (const std::size_t other : {d, (d + 1) % all.size()}) {
      dash::Array<U> b(n, all[other], team);
      call(a, b);
    }
  }
  const dash::CSRPattern<1> unequal(part_sizes(n, team.size()).front(), team);
  CsrArray<T> csr_a(unequal);
  CsrArray<U> csr_b(unequal);
  dash::Array<T> a(n, dash::CYCLIC, team);
  dash::Array<U> b(n, dash::BLOCKED, team);
  call(csr_a, b);
  call(a, csr_b);
}

/// Calls f(a, first, last, b, start) for two arrays, a sub-range of the first one, and the start of
/// the same number of elements of the second one, at the same or at another position.
template <class T, class U, class F>
void for_each_two_ranges(F f)
{
  for (dash::Team& team : teams()) {
    for (const std::size_t n : cases({0, 1, 3, 7, 20}, {0, 1, 11})) {
      for_each_two_arrays<T, U>(n, team, [&](auto& a, auto& b) {
        for_each_subrange(n, [&](std::size_t first, std::size_t last) {
          f(a, first, last, b, first);
          if (n - last != first) f(a, first, last, b, n - last);
        });
      });
    }
  }
}

/// The result of an algorithm in a form that can be compared: iterators by their position, values
/// unchanged.
template <class Iterator, class Result>
auto meaning(const Iterator& begin, const Result& result)
{
  if constexpr (std::is_same_v<Iterator, Result>) {
    return static_cast<std::ptrdiff_t>(result - begin);
  } else if constexpr (std::is_same_v<std::pair<Iterator, Iterator>, Result>) {
    return std::pair(meaning(begin, result.first), meaning(begin, result.second));
  } else {
    return result;
  }
}

/// Expects that global(first, last) has the same result and effect as serial(first, last) on a
/// copy.
template <class T = int, class Global, class Serial>
void expect_same(Global global, Serial serial)
{
  for_each_range<T>([&](auto& array, std::size_t first, std::size_t last) {
    auto expected = sequence<T>(array.size());
    assign(array, expected);
    const auto from = static_cast<std::ptrdiff_t>(first);
    const auto to = static_cast<std::ptrdiff_t>(last);
    const auto run_global = [&] { return global(array.begin() + from, array.begin() + to); };
    const auto run_serial = [&] { return serial(expected.begin() + from, expected.begin() + to); };
    if constexpr (std::is_void_v<decltype(run_serial())>) {
      run_global();
      run_serial();
    } else {
      const auto result = run_global();
      EXPECT_EQ(meaning(array.begin(), result), meaning(expected.begin(), run_serial()));
    }
    EXPECT_EQ(contents(array), expected);
  });
}

/// Expects the same for two ranges: global(first, last, other). If the result is an iterator, it
/// belongs to the other range.
template <class T = int, class U = T, class Global, class Serial>
void expect_same_for_two(Global global, Serial serial)
{
  for_each_two_ranges<T, U>(
      [&](auto& a, std::size_t first, std::size_t last, auto& b, std::size_t start) {
        SCOPED_TRACE("second range from " + std::to_string(start));
        auto expected_a = sequence<T>(a.size());
        auto expected_b = sequence<U>(b.size(), 7);
        assign(a, expected_a);
        assign(b, expected_b);
        const auto from = static_cast<std::ptrdiff_t>(first);
        const auto to = static_cast<std::ptrdiff_t>(last);
        const auto other = static_cast<std::ptrdiff_t>(start);
        const auto result = global(a.begin() + from, a.begin() + to, b.begin() + other);
        const auto expected =
            serial(expected_a.begin() + from, expected_a.begin() + to, expected_b.begin() + other);
        EXPECT_EQ(meaning(b.begin(), result), meaning(expected_b.begin(), expected));
        EXPECT_EQ(contents(a), expected_a);
        EXPECT_EQ(contents(b), expected_b);
      });
}

/// Counts the calls of this unit for each element of a numbered array.
class Calls {
 public:
  void operator()(int element) { ++calls_[element]; }

  /// Expects that all calls were for own elements, and that all units together called once for each
  /// element.
  template <class A>
  void expect_owner_computes(A& array, std::size_t elements)
  {
    std::size_t calls = 0;
    for (const auto& [gidx, count] : calls_) {
      EXPECT_TRUE(array.is_local(gidx));
      EXPECT_EQ(1, count);
      calls += count;
    }
    const auto sum = dash::detail::sum_over_units(array.team(), static_cast<long>(calls));
    EXPECT_EQ(static_cast<long>(elements), sum);
    calls_.clear();
  }

 private:
  std::map<int, int> calls_;
};

}  // namespace dash::test
