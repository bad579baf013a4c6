// Tier: suite n3 c2g2 c0g2; also c0g3

// Algorithms on two sorted ranges of any distribution, against those of std.

#include <dash/Array.h>
#include <dash/Distribution.h>
#include <dash/Exception.h>
#include <dash/Team.h>
#include <dash/algorithm/Generate.h>
#include <dash/algorithm/Includes.h>
#include <dash/algorithm/Merge.h>
#include <dash/algorithm/SetOperations.h>
#include <dash/algorithm/Sort.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <limits>
#include <vector>

#include "algorithm/sorted_ranges.h"
#include "array/arrays.h"
#include "dash_test_base.h"

namespace {

using dash::test::assign;
using dash::test::contents;

class MergeSets : public dash::test::TestBase {};

TEST_F(MergeSets, EquivalentElementsKeepTheirOrder)
{
  dash::test::for_each_sorted_algorithm(
      [](auto global, auto serial) { dash::test::expect_same_by_charge(global, serial); });
}

TEST_F(MergeSets, ManyNumbers)
{
  dash::test::expect_same_for_numbers<int>();
  dash::test::expect_same_for_numbers<std::uint64_t>();
  dash::test::expect_same_for_numbers<double>();
}

/// The elements of the second range are not converted to the type of the first one.
TEST_F(MergeSets, ElementsOfTwoTypes)
{
  dash::Array<int> a(4);
  dash::Array<double> b(5, dash::CYCLIC), out(9, dash::CYCLIC);
  assign(a, {1, 2, 2, 4});
  assign(b, {0.5, 1.0, 1.5, 2.0, 3.5});
  dash::merge(a, b, out.begin());
  EXPECT_EQ(contents(out), (std::vector<double>{0.5, 1, 1, 1.5, 2, 2, 2, 3.5, 4}));
  EXPECT_EQ(dash::set_difference(b, a, out.begin()), out.begin() + 3);
  assign(b, {1.5, 1.5, 2.5, 2.5, 2.5});
  EXPECT_EQ(dash::set_intersection(a, b, out.begin()), out.begin());
  EXPECT_FALSE(dash::includes(a.begin(), a.end(), b.begin() + 1, b.begin() + 3));
}

/// What sorts have put in order, with what is no number, also of two types.
TEST_F(MergeSets, NumbersThatAreNone)
{
  const double none = std::numeric_limits<double>::quiet_NaN();
  const std::size_t n = 60 * dash::size();
  const auto value = [none](auto i) {
    return i % 2 == 0 ? static_cast<double>(i % 37) : i % 3 == 0 ? -none : none;
  };
  dash::Array<double> a(n), out(2 * n);
  dash::Array<float> b(n, dash::CYCLIC);
  dash::generate_with_index(a, value);
  dash::generate_with_index(b, [value](auto i) { return static_cast<float>(value(i)); });
  dash::sort(a);
  dash::sort(b);
  EXPECT_EQ(dash::merge(a, b, out.begin()), out.end());
  const auto is_none = [](double x) { return x != x; };
  std::vector<double> merged = contents(out);
  EXPECT_EQ(std::ssize(merged) / 2, std::ranges::count_if(merged, is_none));
  std::erase_if(merged, is_none);
  EXPECT_TRUE(std::ranges::is_sorted(merged));
  EXPECT_EQ(dash::set_union(a, b, out.begin()), out.begin() + a.size());
  EXPECT_EQ(dash::set_intersection(a, a, out.begin()), out.begin() + a.size());
  EXPECT_EQ(dash::set_difference(a, b, out.begin()), out.begin());
  EXPECT_TRUE(dash::includes(a, b));
}

TEST_F(MergeSets, RangesInDescendingOrder)
{
  const std::vector<int> descending{9, 7, 7, 4, 4, 4, 2, 0}, others{8, 7, 4, 4, 1};
  dash::test::for_each_array(descending.size(), dash::Team::All(), [&](auto& a) {
    dash::Array<int> b(others.size(), dash::CYCLIC), out(13, dash::BLOCKCYCLIC(2));
    assign(a, descending);
    assign(b, others);
    std::vector<int> expected(13);
    std::ranges::merge(descending, others, expected.begin(), std::greater<>{});
    EXPECT_EQ(dash::merge(a, b, out.begin(), std::greater<>{}), out.end());
    EXPECT_EQ(contents(out), expected);
    EXPECT_EQ(dash::set_intersection(a, b, out.begin(), std::greater<>{}), out.begin() + 3);
    EXPECT_FALSE(dash::includes(a, b, std::greater<>{}));
    assign(b, {9, 7, 4, 4, 0});
    EXPECT_TRUE(dash::includes(a, b, std::greater<>{}));
    EXPECT_TRUE(dash::includes(a, b, {}, std::negate<>{}));
    assign(b, {7, 7, 7, 4, 2});
    EXPECT_FALSE(dash::includes(a, b, std::greater<>{}));
    EXPECT_TRUE(dash::includes(a.begin(), a.end(), b.begin(), b.begin(), std::greater<>{}));
    EXPECT_FALSE(dash::includes(a.begin(), a.begin(), b.begin(), b.end(), std::greater<>{}));
    EXPECT_THROW(dash::merge(a, b, out.begin() + 1, std::greater<>{}), dash::exception::OutOfRange);
    EXPECT_THROW(
        dash::set_union(a, b, out.begin() + 9, std::greater<>{}), dash::exception::OutOfRange);
  });
}

}  // namespace
