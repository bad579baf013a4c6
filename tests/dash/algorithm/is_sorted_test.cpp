// Tier: suite n3 c2g2

#include <dash/Team.h>
#include <dash/algorithm/IsSorted.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <vector>

#include "algorithm/expect_same.h"
#include "array/arrays.h"
#include "dash_test_base.h"

namespace {

using dash::test::assign;

class IsSorted : public dash::test::TestBase {};

TEST_F(IsSorted, AnySubrange)
{
  dash::test::expect_same(
      [](auto first, auto last) { return dash::is_sorted(first, last); },
      [](auto first, auto last) { return std::is_sorted(first, last); });
  dash::test::expect_same(
      [](auto first, auto last) { return dash::is_sorted_until(first, last); },
      [](auto first, auto last) { return std::is_sorted_until(first, last); });
}

TEST_F(IsSorted, CompareWithCapturesByReference)
{
  int modulus = 3;
  const auto less = [&modulus](int a, int b) { return a % modulus > b % modulus; };
  dash::test::expect_same(
      [&](auto first, auto last) { return dash::is_sorted_until(first, last, less); },
      [&](auto first, auto last) { return std::is_sorted_until(first, last, less); });
  dash::test::expect_same(
      [&](auto first, auto last) { return dash::is_sorted(first, last, less); },
      [&](auto first, auto last) { return std::is_sorted(first, last, less); });
}

TEST_F(IsSorted, OneInversionAtEachPosition)
{
  const std::size_t n = 16;
  dash::test::for_each_array(n, dash::Team::All(), [&](auto& array) {
    for (std::size_t i = 1; i <= n; ++i) {
      std::vector<int> values(n, 3);
      for (std::size_t j = i; j < n; ++j) values[j] = 2;
      assign(array, values);
      EXPECT_EQ(dash::is_sorted(array), i == n);
      EXPECT_EQ(dash::is_sorted_until(std::as_const(array)).gpos(), static_cast<long>(i));
    }
  });
}

}  // namespace
