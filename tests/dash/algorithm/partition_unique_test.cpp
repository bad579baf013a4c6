// Tier: suite n1 n3 c2g2

#include <dash/Array.h>
#include <dash/Distribution.h>
#include <dash/Exception.h>
#include <dash/Team.h>
#include <dash/algorithm/Generate.h>
#include <dash/algorithm/Partition.h>
#include <dash/algorithm/Remove.h>
#include <dash/algorithm/Unique.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <utility>
#include <vector>

#include "algorithm/expect_same.h"
#include "array/arrays.h"
#include "base/values.h"
#include "dash_test_base.h"

namespace {

using dash::test::assign;
using dash::test::contents;
using dash::test::sequence;

class PartitionUnique : public dash::test::TestBase {};

TEST_F(PartitionUnique, PartitionKeepsTheOrder)
{
  for (const int limit : {-100, 1, 100}) {
    const auto is_small = [&limit](int x) { return x < limit; };
    dash::test::expect_same(
        [&](auto first, auto last) { return dash::partition(first, last, is_small); },
        [&](auto first, auto last) { return std::stable_partition(first, last, is_small); });
    dash::test::expect_same(
        [&](auto first, auto last) {
          dash::stable_partition(first, last, is_small);
          return dash::partition_point(first, last, is_small);
        },
        [&](auto first, auto last) { return std::stable_partition(first, last, is_small); });
  }
}

TEST_F(PartitionUnique, PartitionCopyHasTwoOutputs)
{
  for (const int limit : {-100, 1, 100}) {
    const auto is_small = [&limit](int x) { return x < limit; };
    dash::test::for_each_range<int>([&](auto& array, std::size_t first, std::size_t last) {
      const auto values = sequence(array.size());
      assign(array, values);
      const auto n = static_cast<std::ptrdiff_t>(last - first);
      std::vector<int> chosen, others;
      std::partition_copy(
          values.begin() + static_cast<std::ptrdiff_t>(first),
          values.begin() + static_cast<std::ptrdiff_t>(last), std::back_inserter(chosen),
          std::back_inserter(others), is_small);
      dash::Array<int> small(chosen.size() + 1, dash::CYCLIC, array.team());
      dash::Array<int> large(others.size() + 1, dash::BLOCKED, array.team());
      const auto begin = array.begin() + static_cast<std::ptrdiff_t>(first);
      const auto ends =
          dash::partition_copy(begin, begin + n, small.begin() + 1, large.begin(), is_small);
      EXPECT_EQ(ends, std::pair(small.end(), large.end() - 1));
      auto copies = contents(small);
      EXPECT_EQ(std::vector<int>(copies.begin() + 1, copies.end()), chosen);
      copies = contents(large);
      EXPECT_EQ(std::vector<int>(copies.begin(), copies.end() - 1), others);
      EXPECT_EQ(contents(array), values);
    });
  }
  dash::Array<int> array(9, dash::BLOCKCYCLIC(2)), out(9);
  assign(array, sequence(9));
  EXPECT_THROW(
      dash::partition_copy(array, out.begin(), out.end(), [](int x) { return x > 1000; }),
      dash::exception::OutOfRange);
}

/// Expects the result of std::unique; behind the kept elements, the range may have any values.
template <class Equal>
void expect_unique(const std::vector<int>& values, Equal equal)
{
  dash::test::for_each_array(values.size(), dash::Team::All(), [&](auto& array) {
    dash::test::for_each_subrange(values.size(), [&](std::ptrdiff_t first, std::ptrdiff_t last) {
      assign(array, values);
      auto expected = values;
      const auto end = dash::unique(array.begin() + first, array.begin() + last, equal);
      const auto expected_end =
          std::unique(expected.begin() + first, expected.begin() + last, equal);
      ASSERT_EQ(end - array.begin(), expected_end - expected.begin());
      auto result = contents(array);
      std::fill(result.begin() + (end - array.begin()), result.begin() + last, 0);
      std::fill(expected_end, expected.begin() + last, 0);
      EXPECT_EQ(result, expected);
    });
  });
}

TEST_F(PartitionUnique, UniqueKeepsTheFirstOfEachGroup)
{
  expect_unique({}, std::equal_to<>{});
  expect_unique({1, 1, 1, 1, 1, 1, 1}, std::equal_to<>{});
  expect_unique({1, 2, 2, 3, 3, 3, 1, 1, 2}, std::equal_to<>{});
  expect_unique(sequence(8), std::equal_to<>{});
  expect_unique(
      {5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 5, 5, 5, 5, 5, 5, 5, 5, 5},
      std::equal_to<>{});
}

TEST_F(PartitionUnique, UniqueByAnEquivalence)
{
  int modulus = 4;
  const auto is_congruent = [&modulus](int a, int b) { return a % modulus == b % modulus; };
  expect_unique({0, 4, 8, 1, 5, 2, 6, 10, 14, 18, 3, 2, 1, 9}, is_congruent);
}

/// Expects the result of an algorithm that moves the kept elements to the front; behind them, the
/// range may have any values.
template <class Global, class Serial>
void expect_kept(Global global, Serial serial)
{
  dash::test::for_each_range([&](auto& array, std::size_t begin, std::size_t end) {
    const auto first = static_cast<std::ptrdiff_t>(begin);
    const auto last = static_cast<std::ptrdiff_t>(end);
    auto expected = sequence(array.size());
    assign(array, expected);
    const auto kept = global(array.begin() + first, array.begin() + last) - array.begin();
    const auto expected_end = serial(expected.begin() + first, expected.begin() + last);
    ASSERT_EQ(kept, expected_end - expected.begin());
    auto result = contents(array);
    std::fill(result.begin() + kept, result.begin() + last, 0);
    std::fill(expected_end, expected.begin() + last, 0);
    EXPECT_EQ(result, expected);
  });
}

TEST_F(PartitionUnique, RemoveKeepsTheOrderOfTheOthers)
{
  expect_kept(
      [](auto first, auto last) { return dash::remove(first, last, 2); },
      [](auto first, auto last) { return std::remove(first, last, 2); });
  for (const int limit : {-100, 1, 100}) {
    const auto is_small = [&limit](int x) { return x < limit; };
    expect_kept(
        [&](auto first, auto last) { return dash::remove_if(first, last, is_small); },
        [&](auto first, auto last) { return std::remove_if(first, last, is_small); });
  }
}

TEST_F(PartitionUnique, TruthValues)
{
  dash::Array<bool> flags(21, dash::CYCLIC);
  dash::generate_with_index(flags, [](auto gidx) { return gidx % 3 == 0; });
  flags.barrier();
  EXPECT_EQ(dash::partition(flags, std::identity{}), flags.begin() + 7);
  EXPECT_EQ(dash::unique(flags), flags.begin() + 2);
}

TEST_F(PartitionUnique, RangesOfStructs)
{
  using dash::test::Particle;
  dash::Array<Particle> array(30, dash::BLOCKCYCLIC(4));
  auto expected = sequence<Particle>(30);
  assign(array, expected);
  const auto is_charged = [](const Particle& p) { return p.charge != 0; };
  const auto middle = dash::partition(array, is_charged);
  const auto expected_middle = std::stable_partition(expected.begin(), expected.end(), is_charged);
  EXPECT_EQ(middle - array.begin(), expected_middle - expected.begin());
  EXPECT_EQ(contents(array), expected);
  const auto end = dash::unique(array);
  expected.erase(std::unique(expected.begin(), expected.end()), expected.end());
  auto result = contents(array);
  result.resize(static_cast<std::size_t>(end - array.begin()));
  EXPECT_EQ(result, expected);
}

/// Each unit calls one copy of a predicate for all of its elements.
TEST_F(PartitionUnique, PredicatesKeepTheirState)
{
  dash::Array<int> array(10 * dash::size());
  assign(array, sequence(array.size()));
  const auto left = dash::remove_if(array, [n = 0](int) mutable { return ++n == 3; });
  EXPECT_EQ(left - array.begin(), static_cast<std::ptrdiff_t>(9 * dash::size()));
}

}  // namespace
