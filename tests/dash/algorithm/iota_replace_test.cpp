// Tier: suite n3 c2g2

#include <dash/Array.h>
#include <dash/Distribution.h>
#include <dash/algorithm/Iota.h>
#include <dash/algorithm/Replace.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <vector>

#include "algorithm/expect_same.h"
#include "array/arrays.h"
#include "base/values.h"
#include "dash_test_base.h"

namespace {

using dash::test::assign;
using dash::test::contents;
using dash::test::sequence;

class IotaReplace : public dash::test::TestBase {};

TEST_F(IotaReplace, IotaCountsFromTheStartOfTheRange)
{
  dash::test::expect_same(
      [](auto first, auto last) { dash::iota(first, last, -4); },
      [](auto first, auto last) { std::iota(first, last, -4); });
}

TEST_F(IotaReplace, ReplaceEqualElements)
{
  dash::test::expect_same(
      [](auto first, auto last) { dash::replace(first, last, 1, 42); },
      [](auto first, auto last) { std::replace(first, last, 1, 42); });
}

TEST_F(IotaReplace, ReplaceIf)
{
  int limit = 2;
  const auto is_small = [&limit](int x) { return x < limit; };
  dash::test::expect_same(
      [&](auto first, auto last) { dash::replace_if(first, last, is_small, 7); },
      [&](auto first, auto last) { std::replace_if(first, last, is_small, 7); });
}

TEST_F(IotaReplace, CopiesHaveTheTypeOfTheOutput)
{
  dash::test::expect_same_for_two<int, double>(
      [](auto first, auto last, auto out) { return dash::replace_copy(first, last, out, 1, 0.5); },
      [](auto first, auto last, auto out) {
        return std::replace_copy(first, last, out, 1.0, 0.5);
      });
}

TEST_F(IotaReplace, TakeRanges)
{
  dash::Array<double> array(20, dash::BLOCKCYCLIC(3));
  dash::iota(array, 0.5);
  auto expected = std::vector<double>(20);
  std::iota(expected.begin(), expected.end(), 0.5);
  EXPECT_EQ(contents(array), expected);
  dash::replace(array, 4.5, 100);
  std::replace(expected.begin(), expected.end(), 4.5, 100.0);
  EXPECT_EQ(contents(array), expected);
  dash::replace_if(array, [](double x) { return x > 10; }, 1);
  std::replace_if(expected.begin(), expected.end(), [](double x) { return x > 10; }, 1);
  EXPECT_EQ(contents(array), expected);
}

TEST_F(IotaReplace, Structs)
{
  using dash::test::Particle;
  dash::Array<Particle> array(20, dash::CYCLIC);
  auto expected = sequence<Particle>(20);
  assign(array, expected);
  dash::replace(array.begin() + 1, array.end(), Particle::from(2), Particle::from(50));
  std::replace(expected.begin() + 1, expected.end(), Particle::from(2), Particle::from(50));
  EXPECT_EQ(contents(array), expected);
}

}  // namespace
