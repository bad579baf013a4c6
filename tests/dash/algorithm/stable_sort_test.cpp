// Tier: suite n3 c2g2 c0g2; also c0g3

// Sorts that keep the order of equivalent elements, that move values along with keys, and that sort
// a part of a range.

#include <dash/Array.h>
#include <dash/Distribution.h>
#include <dash/Exception.h>
#include <dash/Team.h>
#include <dash/algorithm/PartialSort.h>
#include <dash/algorithm/Sort.h>
#include <dash/algorithm/SortByKey.h>
#include <dash/algorithm/StableSort.h>
#include <dash/detail/algorithm/SortedRecords.h>
#include <dash/detail/team/GpuUnits.h>
#include <dash/detail/team/TeamKind.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <numeric>
#include <random>
#include <type_traits>
#include <utility>
#include <vector>

#include "algorithm/dealt_blocks.h"
#include "algorithm/expect_same.h"
#include "array/arrays.h"
#include "array/rare_arrays.h"
#include "base/values.h"
#include "dash_test_base.h"

namespace {

using dash::test::assign;
using dash::test::contents;
using dash::test::Particle;
using dash::test::sequence;

class StableSort : public dash::test::TestBase {};

/// Pseudo-random numbers below a bound, which are the same on all units.
std::vector<int> random_values(std::size_t n, int bound)
{
  std::mt19937 engine(static_cast<unsigned>(n));
  std::vector<int> values(n);
  for (int& value : values) value = static_cast<int>(engine() % static_cast<unsigned>(bound));
  return values;
}

TEST_F(StableSort, AnySubrange)
{
  dash::test::expect_same<Particle>(
      [](auto first, auto last) { dash::stable_sort(first, last, {}, &Particle::charge); },
      [](auto first, auto last) {
        std::stable_sort(
            first, last, [](const Particle& a, const Particle& b) { return a.charge < b.charge; });
      });
}

TEST_F(StableSort, LongRangesWithFewKeys)
{
  const std::size_t n = 9000;
  const auto keys = random_values(n, 7);
  std::vector<Particle> values(n);
  for (std::size_t i = 0; i < n; ++i) values[i] = {0, keys[i], static_cast<int>(i)};
  auto expected = values;
  std::ranges::stable_sort(expected, std::greater<>{}, &Particle::charge);
  dash::test::for_each_array<Particle>(n, dash::Team::All(), [&](auto& array) {
    assign(array, values);
    dash::stable_sort(
        array, [](const Particle& a, const Particle& b) { return a.charge > b.charge; });
    EXPECT_EQ(contents(array), expected);
    assign(array, values);
    dash::stable_sort(array, [](const Particle& p) { return -p.charge; });
    EXPECT_EQ(contents(array), expected);
  });
}

TEST_F(StableSort, Numbers)
{
  // digits, comparisons, and zeros that differ in the sign alone
  auto values = random_values(30'000, 1'000'000);
  dash::Array<int> numbers(values.size(), dash::BLOCKED);
  assign(numbers, values);
  std::sort(values.begin(), values.end());
  dash::stable_sort(numbers);
  EXPECT_EQ(contents(numbers), values);
  std::vector<double> zeros(20'000);
  for (std::size_t i = 0; i < zeros.size(); ++i) {
    zeros[i] = i % 5 == 0 ? -1.0 : i % 3 == 0 ? 0.0 : -0.0;
  }
  dash::Array<double> array(zeros.size(), dash::BLOCKCYCLIC(100));
  assign(array, zeros);
  dash::stable_sort(array);
  std::stable_sort(zeros.begin(), zeros.end());
  const auto sorted = contents(array);
  for (std::size_t i = 0; i < zeros.size(); ++i) {
    ASSERT_EQ(std::signbit(sorted[i]), std::signbit(zeros[i])) << i;
  }
}

TEST_F(StableSort, RarePatternsAndTruthValues)
{
  for (const std::size_t n : {0, 1, 3, 400}) {
    dash::test::for_each_rare_array(n, dash::Team::All(), [n](auto& array) {
      auto expected = random_values(n, 20);
      assign(array, expected);
      dash::stable_sort(array.begin(), array.end());
      std::sort(expected.begin(), expected.end());
      EXPECT_EQ(contents(array), expected);
    });
  }
  dash::Array<bool> flags(50, dash::CYCLIC);
  std::vector<bool> values(50);
  for (std::size_t i = 0; i < 50; ++i) values[i] = i % 3 == 0;
  for (std::size_t i = 0; i < 50; ++i) {
    if (dash::myid() == 0) flags[i] = values[i];
  }
  flags.barrier();
  dash::stable_sort(flags);
  for (std::size_t i = 0; i < 50; ++i) EXPECT_EQ(static_cast<bool>(flags[i]), i >= 33);
  flags.barrier();
}

TEST_F(StableSort, SortsByProjections)
{
  dash::Array<Particle> array(150, dash::BLOCKCYCLIC(7));
  std::vector<Particle> values(150);
  for (std::size_t i = 0; i < 150; ++i) values[i] = Particle::from(static_cast<int>(i * 37 % 150));
  assign(array, values);
  dash::sort(array, std::greater<>{}, &Particle::id);
  std::ranges::sort(values, std::greater<>{}, &Particle::id);
  EXPECT_EQ(contents(array), values);
}

/// Keys that occur several times, and values that tell all elements apart.
template <class Sort>
void expect_sorted_by_key(Sort sort, bool is_stable)
{
  dash::test::for_each_two_ranges<int, double>([&](auto& keys, std::size_t begin, std::size_t end,
                                                   auto& values, std::size_t start) {
    auto expected_keys = sequence(keys.size());
    std::vector<double> expected_values(values.size());
    std::iota(expected_values.begin(), expected_values.end(), 0.5);
    assign(keys, expected_keys);
    assign(values, expected_values);
    const auto from = static_cast<std::ptrdiff_t>(begin);
    const auto n = static_cast<std::ptrdiff_t>(end - begin);
    const auto offset = static_cast<std::ptrdiff_t>(start);
    sort(keys.begin() + from, keys.begin() + (from + n), values.begin() + offset);
    std::vector<std::pair<int, double>> pairs;
    for (std::size_t i = 0; i < end - begin; ++i) {
      pairs.emplace_back(expected_keys[begin + i], expected_values[start + i]);
    }
    std::stable_sort(
        pairs.begin(), pairs.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
    auto result_keys = contents(keys);
    auto result_values = contents(values);
    std::vector<std::pair<int, double>> result;
    for (std::size_t i = 0; i < end - begin; ++i) {
      EXPECT_EQ(result_keys[begin + i], pairs[i].first);
      result.emplace_back(result_keys[begin + i], result_values[start + i]);
      // what lies outside of the range is left alone
      result_keys[begin + i] = expected_keys[begin + i];
      result_values[start + i] = expected_values[start + i];
    }
    if (!is_stable) {
      std::sort(pairs.begin(), pairs.end());
      std::sort(result.begin(), result.end());
    }
    EXPECT_EQ(result, pairs);
    EXPECT_EQ(result_keys, expected_keys);
    EXPECT_EQ(result_values, expected_values);
  });
}

TEST_F(StableSort, ValuesFollowTheirKeys)
{
  expect_sorted_by_key(
      [](auto keys, auto last, auto values) {
        dash::sort_by_key(keys, last, values, std::greater<>{});
      },
      false);
  expect_sorted_by_key(
      [](auto keys, auto last, auto values) {
        dash::stable_sort_by_key(keys, last, values, std::greater<>{});
      },
      true);
}

TEST_F(StableSort, ValuesOfRanges)
{
  const std::size_t n = 5000;
  dash::Array<int> keys(n, dash::CYCLIC);
  dash::Array<Particle> values(n + 3, dash::BLOCKED);
  const auto drawn = random_values(n, 50);
  std::vector<Particle> particles(n + 3);
  for (std::size_t i = 0; i < n; ++i) particles[i] = {0, drawn[i], static_cast<int>(i)};
  assign(keys, drawn);
  assign(values, particles);
  dash::stable_sort_by_key(keys, values);
  std::stable_sort(
      particles.begin(), particles.end() - 3,
      [](const Particle& a, const Particle& b) { return a.charge < b.charge; });
  EXPECT_EQ(contents(values), particles);
  EXPECT_THROW(
      dash::sort_by_key(keys, dash::make_range(values.begin(), values.begin() + 7)),
      dash::exception::OutOfRange);
}

/// Small and large keys, of both signs, which occur several times.
template <class K>
K key_at(std::size_t i)
{
  using Limits = std::numeric_limits<K>;
  if (i % 11 == 0) return i % 2 == 0 ? Limits::lowest() : Limits::max();
  const auto small = static_cast<K>(i * 37 % 101);
  if constexpr (std::is_unsigned_v<K>) {
    return small;
  } else {
    return static_cast<K>(i % 2 == 0 ? -small : small);  // both zeros of floating-point numbers
  }
}

template <class K, class V, class Compare>
void expect_sorted_pairs(std::size_t n)
{
  for (const auto& of_keys : dash::test::dealt_blocks) {
    dash::Array<K> keys(n, of_keys);
    dash::Array<V> values(n, dash::test::dealt_blocks[n % 5]);
    std::vector<std::size_t> order(n);
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [](std::size_t a, std::size_t b) {
      return Compare()(key_at<K>(a), key_at<K>(b));
    });
    std::vector<K> given_keys(n);
    std::vector<V> given_values(n);
    for (std::size_t i = 0; i < n; ++i) {
      given_keys[i] = key_at<K>(i);
      given_values[i] = static_cast<V>(i);
    }
    assign(keys, given_keys);
    assign(values, given_values);
    dash::stable_sort_by_key(keys, values, Compare());
    const auto sorted_keys = contents(keys);
    const auto sorted_values = contents(values);
    for (std::size_t i = 0; i < n; ++i) {
      ASSERT_EQ(sorted_keys[i], key_at<K>(order[i])) << "position " << i << " of " << n;
      ASSERT_EQ(sorted_values[i], static_cast<V>(order[i])) << "position " << i << " of " << n;
    }
    keys.barrier();
  }
}

template <class K, class V>
void expect_sorted_pairs_of()
{
  for (const std::size_t n : {1, 5, 203}) {
    expect_sorted_pairs<K, V, std::less<>>(n);
    expect_sorted_pairs<K, V, std::greater<K>>(n);
  }
}

TEST_F(StableSort, KeysOfAllKinds)
{
  expect_sorted_pairs_of<signed char, double>();
  expect_sorted_pairs_of<std::uint16_t, unsigned char>();
  expect_sorted_pairs_of<std::int32_t, std::int64_t>();
  expect_sorted_pairs_of<std::uint64_t, float>();
  expect_sorted_pairs_of<float, std::int16_t>();
  expect_sorted_pairs_of<double, std::int32_t>();
}

/// So many that units sort them by digits.
constexpr std::size_t many_keys = 20'011;

TEST_F(StableSort, ManyKeys)
{
  expect_sorted_pairs<std::int16_t, float, std::less<>>(many_keys);
  expect_sorted_pairs<std::uint64_t, std::int16_t, std::greater<>>(many_keys);
  expect_sorted_pairs<double, double, std::greater<double>>(many_keys);
}

template <class T, class Compare>
void expect_zeros_in_order(std::size_t n, Compare less)
{
  for (const auto& distribution : dash::test::dealt_blocks) {
    dash::Array<T> array(n, distribution);
    std::vector<T> expected(n);
    for (std::size_t i = 0; i < n; ++i) expected[i] = static_cast<T>(i * 7 % 5) - 2;
    for (std::size_t i = 0; i < n; i += 3) expected[i] = i % 2 == 0 ? T{0} : -T{0};
    assign(array, expected);
    std::stable_sort(expected.begin(), expected.end(), less);
    dash::stable_sort(array, less);
    const auto sorted = contents(array);
    for (std::size_t i = 0; i < n; ++i) {
      ASSERT_EQ(sorted[i], expected[i]) << "position " << i << " of " << n;
      ASSERT_EQ(std::signbit(sorted[i]), std::signbit(expected[i])) << "position " << i;
    }
    array.barrier();
  }
}

TEST_F(StableSort, ZerosOfBothSignsKeepTheirOrder)
{
  for (const std::size_t n : {std::size_t{7}, std::size_t{203}, many_keys}) {
    expect_zeros_in_order<float>(n, std::less<>{});
    expect_zeros_in_order<double>(n, std::greater<>{});
  }
}

TEST_F(StableSort, RecordsByKernels)
{
  using dash::detail::sorts_records;
  constexpr auto stable = dash::detail::Stability::stable;
  constexpr auto any_order = dash::detail::Stability::none;
  auto& team = dash::Team::All();
  const bool have_kernels = dash::detail::has_only_gpus_of_host(team);
  const dash::Array<float> keys(9, dash::CYCLIC);
  const dash::Array<double> values(9, dash::BLOCKED);
  const auto key = keys.begin();
  const auto value = values.begin();
  const dash::detail::Share share{0, 9, false};
  EXPECT_EQ(have_kernels, (sorts_records<stable, std::less<>>(team, share, key, value)));
  EXPECT_EQ(have_kernels, (sorts_records<any_order, std::greater<float>>(team, share, key, value)));
  // Nobody knows the digits of such an order.
  EXPECT_FALSE((sorts_records<stable, std::less<int>>(team, share, key, value)));
  // No GPU has memory for so many copies.
  constexpr std::ptrdiff_t many = std::ptrdiff_t{1} << 44;
  EXPECT_FALSE((sorts_records<stable, std::less<>>(team, {0, many, false}, key, value)));
}

TEST_F(StableSort, SmallestElements)
{
  dash::test::for_each_range([](auto& array, std::size_t begin, std::size_t end) {
    const auto first = static_cast<std::ptrdiff_t>(begin);
    const auto last = static_cast<std::ptrdiff_t>(end);
    for (const auto middle : {first, first + (last - first) / 3, last}) {
      auto expected = sequence(array.size());
      assign(array, expected);
      dash::partial_sort(
          array.begin() + first, array.begin() + middle, array.begin() + last, std::greater<>{},
          [](const int& x) { return 2 * x; });
      std::partial_sort(
          expected.begin() + first, expected.begin() + middle, expected.begin() + last,
          std::greater<>{});
      auto result = contents(array);
      std::sort(result.begin() + middle, result.begin() + last);
      std::sort(expected.begin() + middle, expected.begin() + last);
      EXPECT_EQ(result, expected);
    }
  });
}

}  // namespace
