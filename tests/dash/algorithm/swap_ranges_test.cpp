// Tier: suite n3 c2g2

#include <dash/Array.h>
#include <dash/Distribution.h>
#include <dash/Team.h>
#include <dash/algorithm/SwapRanges.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "algorithm/expect_same.h"
#include "array/arrays.h"
#include "base/values.h"
#include "dash_test_base.h"

namespace {

using dash::test::assign;
using dash::test::contents;
using dash::test::sequence;

class SwapRanges : public dash::test::TestBase {};

TEST_F(SwapRanges, OfAnyDistributions)
{
  dash::test::expect_same_for_two(
      [](auto first, auto last, auto other) { return dash::swap_ranges(first, last, other); },
      [](auto first, auto last, auto other) { return std::swap_ranges(first, last, other); });
}

TEST_F(SwapRanges, PartsOfOneArray)
{
  dash::test::for_each_array(20, dash::Team::All(), [](auto& array) {
    auto expected = sequence(20);
    assign(array, expected);
    const auto end = dash::swap_ranges(array.begin() + 1, array.begin() + 8, array.begin() + 10);
    std::swap_ranges(expected.begin() + 1, expected.begin() + 8, expected.begin() + 10);
    EXPECT_EQ(end, array.begin() + 17);
    EXPECT_EQ(contents(array), expected);
  });
}

TEST_F(SwapRanges, RangesOfStructs)
{
  using dash::test::Particle;
  dash::Array<Particle> a(13, dash::CYCLIC), b(13, dash::BLOCKCYCLIC(2));
  const auto values_a = sequence<Particle>(13);
  const auto values_b = sequence<Particle>(13, 13);
  assign(a, values_a);
  assign(b, values_b);
  dash::swap_ranges(a, b);
  EXPECT_EQ(contents(a), values_b);
  EXPECT_EQ(contents(b), values_a);
}

}  // namespace
