// Tier: suite n3 c2g2

#include <dash/Math.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <vector>

#include "dash_test_base.h"

namespace math = dash::math;

static_assert(math::div_ceil(7, 3) == 3 && math::div_ceil(6, 3) == 2 && math::div_ceil(0, 3) == 0);
static_assert(math::max(3, 4.5) == 4.5 && math::max(size_t{7}, 3u) == 7);
static_assert(math::NextPowerOf2(0) == 1 && math::NextPowerOf2(1) == 1);
static_assert(math::NextPowerOf2(5) == 8 && math::NextPowerOf2(8u) == 8);

TEST(MathTest, DivCeilDoesNotOverflow)
{
  const long largest = std::numeric_limits<long>::max();
  EXPECT_EQ(math::div_ceil(largest, 1), largest);
  EXPECT_EQ(math::div_ceil(largest, largest), 1);
}

TEST(MathTest, Statistics)
{
  const std::vector<double> values{2, 4, 4, 4, 5, 5, 7, 9};
  EXPECT_DOUBLE_EQ(math::div_mean(values.begin(), values.end()), 5.0);
  EXPECT_DOUBLE_EQ(math::sigma(values.begin(), values.end()), 2.0);
  EXPECT_EQ(math::sigma(values.begin(), values.begin()), 0.0);
  const std::vector<int> ints{1, 2};
  EXPECT_DOUBLE_EQ(math::div_mean(ints.begin(), ints.end()), 1.5);
}

TEST(MathTest, Factors)
{
  EXPECT_EQ(math::factorize(1), (std::map<int, unsigned>{}));
  EXPECT_EQ(math::factorize(360), (std::map<int, unsigned>{{2, 3}, {3, 2}, {5, 1}}));
  EXPECT_EQ(math::factorize(97u), (std::map<unsigned, unsigned>{{97, 1}}));
  EXPECT_EQ(math::factors(12), (std::set<int>{1, 2, 3, 4, 6, 12}));
  EXPECT_EQ(math::factors(1), (std::set<int>{1}));
  EXPECT_EQ(math::factors(25), (std::set<int>{1, 5, 25}));
}

TEST(MathTest, BalanceExtents)
{
  using A2 = std::array<int, 2>;
  using A3 = std::array<int, 3>;
  EXPECT_EQ(math::balance_extents(A2{144, 1}), (A2{12, 12}));
  EXPECT_EQ(math::balance_extents(A2{1, 6}), (A2{3, 2}));
  EXPECT_EQ(math::balance_extents(A2{7, 1}), (A2{7, 1}));
  EXPECT_EQ(math::balance_extents(A3{27, 1, 1}), (A3{3, 3, 3}));
  const A3 balanced = math::balance_extents(A3{12, 5, 7});
  EXPECT_EQ(balanced[0] * balanced[1] * balanced[2], 420);
  EXPECT_LE(*std::max_element(balanced.begin(), balanced.end()), 10);
  EXPECT_EQ(math::balance_extents(std::array<int, 1>{5}), (std::array<int, 1>{5}));
  EXPECT_EQ(math::balance_extents(A2{0, 3}), (A2{0, 3}));
}

TEST(MathTest, BalanceExtentsByBlocks)
{
  using A2 = std::array<int, 2>;
  EXPECT_EQ(math::balance_extents(A2{24, 1}, {8}), (A2{8, 3}));
  EXPECT_EQ(math::balance_extents(A2{24, 1}, {2, 8, 6}), (A2{6, 4}));
  EXPECT_EQ(math::balance_extents(A2{24, 1}, {5}), (A2{6, 4}));
}

TEST(MathTest, RandomSequencesRepeat)
{
  math::slrand(5);
  const long l = math::lrand();
  math::slrand(5);
  EXPECT_EQ(math::lrand(), l);
  EXPECT_NE(math::lrand(), l);
  math::sxrand(0);
  const auto x = math::xrand();
  math::sxrand(0);
  EXPECT_EQ(math::xrand(), x);
  EXPECT_NE(x, 0u);
}

TEST(MathTest, RandomDoublesAreUniform)
{
  math::sdrand(1);
  std::vector<double> values(10000);
  std::generate(values.begin(), values.end(), math::drand);
  EXPECT_GE(*std::min_element(values.begin(), values.end()), 0.0);
  EXPECT_LT(*std::max_element(values.begin(), values.end()), 1.0);
  EXPECT_NEAR(math::div_mean(values.begin(), values.end()), 0.5, 0.02);
  EXPECT_NEAR(math::sigma(values.begin(), values.end()), std::sqrt(1.0 / 12), 0.02);
}
