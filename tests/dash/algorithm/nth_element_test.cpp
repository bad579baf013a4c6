// Tier: suite n1 n3 c2g2 c0g2; also c0g3

#include <dash/Array.h>
#include <dash/Distribution.h>
#include <dash/Team.h>
#include <dash/algorithm/Generate.h>
#include <dash/algorithm/NthElement.h>
#include <dash/algorithm/PartialSort.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <iterator>
#include <limits>
#include <numeric>
#include <vector>

#include "array/arrays.h"
#include "base/values.h"
#include "dash_test_base.h"

namespace {

using dash::test::assign;
using dash::test::contents;
using dash::test::sequence;

class NthElement : public dash::test::TestBase {};

/// Expects the n-th element of [first, last) in its position, and that no element is lost or moved
/// outside of the range.
template <class Array, class Compare>
void expect_nth(
    Array& array, const std::vector<int>& values, std::ptrdiff_t first, std::ptrdiff_t nth,
    std::ptrdiff_t last, Compare less)
{
  SCOPED_TRACE("element " + std::to_string(nth));
  assign(array, values);
  dash::nth_element(array.begin() + first, array.begin() + nth, array.begin() + last, less);
  auto result = contents(array);
  const auto by_value = [&](int a, int b) { return less(a, b) || (!less(b, a) && a < b); };
  auto expected = values;
  std::sort(expected.begin() + first, expected.begin() + last, by_value);
  const auto begin = result.begin();
  if (nth < last) {
    const int found = begin[nth];
    EXPECT_FALSE(less(found, expected.begin()[nth]) || less(expected.begin()[nth], found));
    EXPECT_TRUE(std::none_of(begin + first, begin + nth, [&](int x) { return less(found, x); }));
    EXPECT_TRUE(std::none_of(begin + nth, begin + last, [&](int x) { return less(x, found); }));
  }
  std::sort(begin + first, begin + last, by_value);
  EXPECT_EQ(result, expected);
}

TEST_F(NthElement, AnyPositionOfAnySubrange)
{
  dash::test::for_each_range([](auto& array, std::size_t first, std::size_t last) {
    for (const std::size_t nth : {first, first + (last - first) / 3, last - 1, last}) {
      if (nth + 1 == first || nth > last) continue;
      expect_nth(
          array, sequence(array.size()), static_cast<std::ptrdiff_t>(first),
          static_cast<std::ptrdiff_t>(nth), static_cast<std::ptrdiff_t>(last), std::less<>{});
    }
  });
}

TEST_F(NthElement, ManyDifferentValues)
{
  const std::size_t n = 500;
  std::vector<int> values(n);
  for (std::size_t i = 0; i < n; ++i) values[i] = static_cast<int>(i * i * 7919 % 10007);
  dash::test::for_each_array(n, dash::Team::All(), [&](auto& array) {
    for (const std::ptrdiff_t nth : {0, 1, 249, 250, 498, 499}) {
      expect_nth(array, values, 0, nth, static_cast<std::ptrdiff_t>(n), std::less<>{});
    }
  });
}

/// What is no number has the place that dash::sort gives it.
TEST_F(NthElement, NumbersThatAreNone)
{
  const double none = std::numeric_limits<double>::quiet_NaN();
  const std::size_t n = 10 * dash::size();
  for (const auto& distribution : {dash::BLOCKED, dash::CYCLIC}) {
    dash::Array<double> array(n, distribution);
    const auto restore = [&] {
      dash::generate_with_index(array, [&](auto i) { return i % 3 == 2 ? double(i) : none; });
      array.barrier();
    };
    restore();
    dash::nth_element(array.begin(), array.begin() + 1, array.end());
    EXPECT_EQ(2, contents(array)[0]);
    EXPECT_EQ(5, contents(array)[1]);
    array.barrier();
    restore();
    dash::nth_element(array, array.end() - 1);
    EXPECT_TRUE(std::isnan(contents(array).back()));
    array.barrier();
    restore();
    dash::partial_sort(array.begin(), array.begin() + 3, array.end());
    const std::vector<double> sorted = contents(array);
    EXPECT_EQ((std::vector<double>{2, 5, 8}), std::vector(sorted.begin(), sorted.begin() + 3));
    array.barrier();
  }
}

TEST_F(NthElement, SortedAndEqualValues)
{
  const std::size_t n = 60;
  std::vector<int> ascending(n);
  std::iota(ascending.begin(), ascending.end(), 0);
  dash::test::for_each_array(n, dash::Team::All(), [&](auto& array) {
    for (const std::ptrdiff_t nth : {0, 30, 59}) {
      expect_nth(array, ascending, 0, nth, 60, std::less<>{});
      expect_nth(array, ascending, 0, nth, 60, std::greater<>{});
      expect_nth(array, std::vector<int>(n, 4), 0, nth, 60, std::less<>{});
    }
  });
}

TEST_F(NthElement, CompareWithCapturesByReference)
{
  int center = 50;
  const auto is_nearer = [&center](int a, int b) {
    return std::abs(a - center) < std::abs(b - center);
  };
  dash::Array<int> array(100, dash::BLOCKCYCLIC(3));
  std::vector<int> values(100);
  for (std::size_t i = 0; i < 100; ++i) values[i] = static_cast<int>(i * 37 % 100);
  for (const std::ptrdiff_t nth : {0, 20, 99}) expect_nth(array, values, 0, nth, 100, is_nearer);
}

TEST_F(NthElement, ReversedRange)
{
  dash::test::for_each_array(40, dash::Team::All(), [](auto& array) {
    assign(array, sequence(40, 3));
    const auto first = std::make_reverse_iterator(array.end());
    const auto last = std::make_reverse_iterator(array.begin());
    dash::nth_element(first, first + 10, last);
    auto expected = sequence(40, 3);
    std::sort(expected.begin(), expected.end());
    EXPECT_EQ(static_cast<int>(array[29]), expected[10]);
    auto found = contents(array);
    std::sort(found.begin(), found.end());
    EXPECT_EQ(found, expected);
  });
}

TEST_F(NthElement, TakesRanges)
{
  dash::Array<double> array(9, dash::CYCLIC);
  assign(array, {9, 8, 7, 6, 5, 4, 3, 2, 1});
  dash::nth_element(array, array.begin() + 4);
  EXPECT_EQ(static_cast<double>(array[4]), 5);
  array.barrier();
}

}  // namespace
