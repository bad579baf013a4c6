// Tier: suite n3 c2g2 c0g2; also c0g3

// Bounds in sorted ranges, for one value and for many keys.

#include <dash/Array.h>
#include <dash/Distribution.h>
#include <dash/Exception.h>
#include <dash/Team.h>
#include <dash/algorithm/BinarySearch.h>
#include <dash/algorithm/Fill.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <vector>

#include "algorithm/expect_same.h"
#include "array/arrays.h"
#include "base/values.h"
#include "dash_test_base.h"

namespace {

using dash::test::assign;
using dash::test::contents;
using dash::test::Particle;
using dash::test::sequence;

class SortedSearch : public dash::test::TestBase {};

/// A sorted sequence of which each number occurs several times, with gaps.
std::vector<int> sorted_values(std::size_t n)
{
  auto values = sequence(n);
  for (int& value : values) value *= 2;
  std::sort(values.begin(), values.end());
  return values;
}

TEST_F(SortedSearch, OneValue)
{
  dash::test::for_each_range([](auto& array, std::size_t begin, std::size_t end) {
    const auto from = static_cast<std::ptrdiff_t>(begin);
    const auto to = static_cast<std::ptrdiff_t>(end);
    const auto values = sorted_values(array.size());
    assign(array, values);
    const auto first = array.begin() + from;
    const auto last = array.begin() + to;
    for (const int value : {-5, -2, -1, 3, 4, 8, 99}) {
      SCOPED_TRACE(value);
      const auto [low, high] = std::equal_range(values.begin() + from, values.begin() + to, value);
      const auto lower = array.begin() + (low - values.begin());
      const auto upper = array.begin() + (high - values.begin());
      EXPECT_EQ(dash::lower_bound(first, last, value), lower);
      EXPECT_EQ(dash::upper_bound(first, last, value), upper);
      EXPECT_EQ(dash::equal_range(first, last, value), std::pair(lower, upper));
      EXPECT_EQ(dash::binary_search(first, last, value), low != high);
    }
    array.barrier();
  });
}

TEST_F(SortedSearch, ByAnOrderAndAKey)
{
  dash::Array<Particle> array(40, dash::BLOCKCYCLIC(3));
  auto values = sequence<Particle>(40);
  std::sort(values.begin(), values.end(), [](const Particle& a, const Particle& b) {
    return a.id > b.id;
  });
  assign(array, values);
  const auto id = [](const Particle& p) { return p.id; };
  for (const int wanted : {-3, 0, 2, 4, 7}) {
    const auto expected = std::ranges::equal_range(values, wanted, std::greater<>{}, id);
    const auto lower = array.begin() + (expected.begin() - values.begin());
    const auto upper = array.begin() + (expected.end() - values.begin());
    EXPECT_EQ(dash::lower_bound(array, wanted, std::greater<>{}, &Particle::id), lower);
    EXPECT_EQ(dash::upper_bound(array, wanted, std::greater<>{}, id), upper);
    EXPECT_EQ(
        dash::equal_range(array, wanted, std::greater<>{}, &Particle::id), std::pair(lower, upper));
    EXPECT_EQ(dash::binary_search(array, wanted, std::greater<>{}, id), !expected.empty());
  }
  array.barrier();
}

TEST_F(SortedSearch, ManyKeys)
{
  dash::test::for_each_two_ranges<int, int>(
      [](auto& a, std::size_t begin, std::size_t end, auto& keys, std::size_t start) {
        const auto from = static_cast<std::ptrdiff_t>(begin);
        const auto n = static_cast<std::ptrdiff_t>(end - begin);
        const auto offset = static_cast<std::ptrdiff_t>(start);
        const auto values = sorted_values(a.size());
        auto wanted = sequence(keys.size(), 5);
        for (int& key : wanted) key *= 3;
        assign(a, values);
        assign(keys, wanted);
        dash::Array<long> lower(keys.size(), dash::CYCLIC, a.team());
        dash::Array<long> upper(keys.size(), dash::BLOCKED, a.team());
        dash::Array<bool> found(keys.size(), dash::BLOCKCYCLIC(2), a.team());
        dash::fill(found.begin(), found.end(), false);
        const auto first = a.begin() + from;
        const auto last = first + n;
        const auto key = keys.begin() + offset;
        EXPECT_EQ(
            dash::equal_range(
                first, last, key, key + n, lower.begin() + offset, upper.begin() + offset),
            std::pair(lower.begin() + (offset + n), upper.begin() + (offset + n)));
        dash::binary_search(first, last, key, key + n, found.begin() + offset);
        // the output may be the keys
        dash::lower_bound(first, last, key, key + n, key);
        const auto lowers = contents(lower), uppers = contents(upper);
        const auto positions = contents(keys);
        const auto are_found = contents(found);
        for (std::size_t i = start; i < start + (end - begin); ++i) {
          SCOPED_TRACE(i);
          const auto [low, high] =
              std::equal_range(values.begin() + from, values.begin() + from + n, wanted[i]);
          EXPECT_EQ(lowers[i], low - values.begin() - from);
          EXPECT_EQ(positions[i], low - values.begin() - from);
          EXPECT_EQ(uppers[i], high - values.begin() - from);
          EXPECT_EQ(are_found[i], low != high);
        }
      });
}

TEST_F(SortedSearch, MoreKeysThanElements)
{
  const std::vector<int> values{3, 3, 5, 9, 9, 9, 20};
  std::vector<int> wanted(1000);
  for (std::size_t i = 0; i < wanted.size(); ++i) wanted[i] = static_cast<int>(i * 37 % 25);
  dash::test::for_each_array(values.size(), dash::Team::All(), [&](auto& array) {
    assign(array, values);
    dash::Array<int> keys(wanted.size()), positions(wanted.size(), dash::CYCLIC);
    assign(keys, wanted);
    EXPECT_EQ(dash::upper_bound(array, keys, positions.begin()), positions.end());
    auto expected = wanted;
    for (int& key : expected) {
      key = static_cast<int>(std::upper_bound(values.begin(), values.end(), key) - values.begin());
    }
    EXPECT_EQ(contents(positions), expected);
    // no elements to search in
    dash::upper_bound(array.begin(), array.begin(), keys.begin(), keys.end(), positions.begin());
    EXPECT_EQ(contents(positions), std::vector<int>(wanted.size(), 0));
  });
}

TEST_F(SortedSearch, PositionsThatDoNotFit)
{
  dash::Array<int> array(300), keys(5);
  assign(array, sorted_values(300));
  assign(keys, {0, 1, 2, 3, 4});
  dash::Array<signed char> small(5);
  dash::Array<long> lower(5), upper(5);
  assign(small, std::vector<signed char>(5, -1));
  EXPECT_THROW(dash::lower_bound(array, keys, small.begin()), dash::exception::OutOfRange);
  EXPECT_EQ(contents(small), std::vector<signed char>(5, -1));
  dash::binary_search(array, keys, small.begin());
  EXPECT_EQ(contents(small), (std::vector<signed char>{1, 0, 1, 0, 1}));
  dash::equal_range(array, keys, lower.begin(), upper.begin());
  const auto lowers = contents(lower), uppers = contents(upper);
  for (std::size_t i = 0; i < 5; ++i) EXPECT_EQ(lowers[i] != uppers[i], i % 2 == 0);
}

}  // namespace
