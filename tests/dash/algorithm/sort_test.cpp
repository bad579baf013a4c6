// Tier: suite n3 c2g2 c0g2 h2n1.mpi; also h2n2.namespaces c0g3

#include <dash/Array.h>
#include <dash/Distribution.h>
#include <dash/Team.h>
#include <dash/algorithm/Find.h>
#include <dash/algorithm/Generate.h>
#include <dash/algorithm/IsSorted.h>
#include <dash/algorithm/Sort.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <iterator>
#include <limits>
#include <numeric>
#include <random>
#include <ranges>
#include <utility>
#include <vector>

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

class Sort : public dash::test::TestBase {};

/// Pseudo-random numbers, which are the same on all units.
template <class T>
std::vector<T> random_values(std::size_t n, T smallest, T largest)
{
  std::mt19937 engine(static_cast<unsigned>(n));
  std::uniform_real_distribution<double> uniform(
      static_cast<double>(smallest), static_cast<double>(largest));
  std::vector<T> values(n);
  for (T& value : values) value = static_cast<T>(uniform(engine));
  return values;
}

/// Sorts the values in arrays of all distributions.
template <class T>
void expect_sorted(const std::vector<T>& values)
{
  auto expected = values;
  std::sort(expected.begin(), expected.end());
  dash::test::for_each_array<T>(values.size(), dash::Team::All(), [&](auto& array) {
    assign(array, values);
    dash::sort(array.begin(), array.end());
    EXPECT_EQ(contents(array), expected);
  });
}

TEST_F(Sort, AnySubrange)
{
  dash::test::expect_same(
      [](auto first, auto last) { dash::sort(first, last); },
      [](auto first, auto last) { std::sort(first, last); });
}

TEST_F(Sort, ByCompare)
{
  dash::test::expect_same(
      [](auto first, auto last) { dash::sort(first, last, std::greater<>{}); },
      [](auto first, auto last) { std::sort(first, last, std::greater<>{}); });
}

/// Sorts reversed sub-ranges as std does.
template <class Global, class Serial>
void expect_same_backwards(Global global, Serial serial)
{
  dash::test::expect_same(
      [&](auto first, auto last) {
        global(std::make_reverse_iterator(last), std::make_reverse_iterator(first));
      },
      [&](auto first, auto last) {
        serial(std::make_reverse_iterator(last), std::make_reverse_iterator(first));
      });
}

TEST_F(Sort, ReversedRanges)
{
  expect_same_backwards(
      [](auto first, auto last) { dash::sort(first, last); },
      [](auto first, auto last) { std::sort(first, last); });
  const std::greater<int> greater;
  expect_same_backwards(
      [&](auto first, auto last) { dash::sort(first, last, greater); },
      [&](auto first, auto last) { std::sort(first, last, greater); });
  const auto by_digits = [](int a, int b) { return std::pair(a % 10, a) < std::pair(b % 10, b); };
  expect_same_backwards(
      [&](auto first, auto last) { dash::sort(first, last, by_digits); },
      [&](auto first, auto last) { std::sort(first, last, by_digits); });
  dash::Array<int> array(1000, dash::BLOCKCYCLIC(7));
  auto values = random_values(array.size(), -1000, 1000);
  assign(array, values);
  dash::sort(array | std::views::reverse, std::negate<int>{});
  std::sort(values.begin(), values.end());
  EXPECT_EQ(contents(array), values);
}

TEST_F(Sort, ManyDifferentValues)
{
  expect_sorted(random_values<double>(3000, -1e6, 1e6));
  expect_sorted(random_values<double>(1001, 0, 1));
}

TEST_F(Sort, FewDifferentValues)
{
  expect_sorted(random_values<int>(2000, -1, 3));
  expect_sorted(std::vector<int>(100, 5));
  auto values = std::vector<int>(500, 1);
  values[0] = 2;
  values[499] = 0;
  expect_sorted(values);
}

TEST_F(Sort, SortedAlready)
{
  std::vector<int> values(700);
  std::iota(values.begin(), values.end(), -350);
  expect_sorted(values);
  std::reverse(values.begin(), values.end());
  expect_sorted(values);
}

TEST_F(Sort, UnsignedAndExtremeValues)
{
  expect_sorted(
      std::vector<unsigned long>{~0UL, 0, 1, ~0UL - 1, 1UL << 63, (1UL << 63) - 1, 5, 0, ~0UL});
  expect_sorted(std::vector<long>{
      std::numeric_limits<long>::max(), 0, std::numeric_limits<long>::min(), -1, 1, -1});
  const double infinity = std::numeric_limits<double>::infinity();
  expect_sorted(std::vector<double>{infinity, 1, -infinity, 0, -1, 1e-310, infinity});
}

TEST_F(Sort, NumbersThatAreNone)
{
  // What is no number has a place in the order, so that all numbers are sorted.
  const double none = std::numeric_limits<double>::quiet_NaN();
  for (const std::size_t size : {std::size_t(300), 5000 * dash::size()}) {
    auto values = random_values<double>(size, -1000.0, 1000.0);
    for (std::size_t i = 0; i < size; i += 2) values[i] = i % 3 == 0 ? -none : none;
    std::vector<double> numbers;
    std::ranges::copy_if(values, std::back_inserter(numbers), [](double x) { return x == x; });
    std::ranges::sort(numbers);
    const auto negative = static_cast<std::ptrdiff_t>((size + 5) / 6);
    const auto expect_sorted_numbers = [&](const std::vector<double>& sorted) {
      EXPECT_TRUE(std::equal(numbers.begin(), numbers.end(), sorted.begin() + negative));
      EXPECT_EQ(
          std::ranges::count_if(sorted, [](double x) { return x != x; }),
          std::ssize(values) - std::ssize(numbers));
    };
    for (const auto& distribution : {dash::BLOCKED, dash::BLOCKCYCLIC(7)}) {
      dash::Array<double> array(size, distribution);
      assign(array, values);
      dash::sort(array);
      expect_sorted_numbers(contents(array));
      assign(array, values);
      dash::sort(array, std::greater<>());
      auto descending = contents(array);
      std::ranges::reverse(descending);
      expect_sorted_numbers(descending);
    }
  }
}

TEST_F(Sort, SmallTypes)
{
  expect_sorted(random_values<signed char>(300, -128, 127));
  dash::Array<bool> flags(50, dash::CYCLIC);
  dash::generate_with_index(flags, [](auto gidx) { return gidx % 3 == 0; });
  dash::sort(flags);
  EXPECT_EQ(dash::find(flags, true), flags.begin() + 33);
  EXPECT_TRUE(dash::is_sorted(flags));
}

TEST_F(Sort, RarePatterns)
{
  for (const std::size_t n : {0, 1, 3, 400}) {
    dash::test::for_each_rare_array(n, dash::Team::All(), [n](auto& array) {
      auto expected = random_values<int>(n, -1000, 1000);
      assign(array, expected);
      dash::sort(array.begin(), array.end());
      std::sort(expected.begin(), expected.end());
      EXPECT_EQ(contents(array), expected);
    });
  }
}

TEST_F(Sort, ByAKey)
{
  for (const auto& distribution : dash::test::distributions()) {
    const std::size_t n = 150;
    dash::Array<Particle> array(n, distribution);
    std::vector<Particle> values(n);
    for (std::size_t i = 0; i < n; ++i) values[i] = Particle::from(static_cast<int>(i * 37 % n));
    assign(array, values);
    int sign = -1;
    dash::sort(array.begin(), array.end(), [&sign](const Particle& p) { return sign * p.id; });
    std::sort(values.begin(), values.end(), [](const Particle& a, const Particle& b) {
      return a.id > b.id;
    });
    EXPECT_EQ(contents(array), values);
  }
}

TEST_F(Sort, KeysDecideAlone)
{
  // The order of the elements differs from that of the keys.
  dash::Array<int> array(200, dash::CYCLIC);
  auto values = random_values<int>(200, -500, 500);
  assign(array, values);
  dash::sort(array.begin(), array.end(), [](const int& x) { return -2L * x; });
  std::sort(values.begin(), values.end(), std::greater<>{});
  EXPECT_EQ(contents(array), values);
}

TEST_F(Sort, EqualKeysKeepAllElements)
{
  dash::Array<Particle> array(120, dash::BLOCKCYCLIC(7));
  auto values = std::vector<Particle>(120);
  for (std::size_t i = 0; i < 120; ++i)
    values[i] = {0, static_cast<int>(i % 3), static_cast<int>(i)};
  assign(array, values);
  dash::sort(array.begin(), array.end(), [](const Particle& p) { return p.charge; });
  auto result = contents(array);
  const auto by_charge = [](const Particle& a, const Particle& b) { return a.charge < b.charge; };
  EXPECT_TRUE(std::is_sorted(result.begin(), result.end(), by_charge));
  std::sort(result.begin(), result.end(), [](const Particle& a, const Particle& b) {
    return a.id < b.id;
  });
  EXPECT_EQ(result, values);
}

TEST_F(Sort, EndsWithABarrier)
{
  dash::Array<int> array(64, dash::CYCLIC);
  for (int round = 0; round < 20; ++round) {
    dash::generate_with_index(
        array, [round](auto gidx) { return (static_cast<int>(gidx) * 37 + round) % 64; });
    dash::sort(array);
    for (int i = 0; i < 64; ++i) EXPECT_EQ(static_cast<int>(array[static_cast<size_t>(i)]), i);
    array.barrier();
  }
}

}  // namespace
