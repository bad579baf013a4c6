// Tier: suite n3 c2g2

#include <dash/Array.h>
#include <dash/Distribution.h>
#include <dash/Team.h>
#include <dash/algorithm/Generate.h>
#include <dash/algorithm/MinMax.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <utility>
#include <vector>

#include "algorithm/expect_same.h"
#include "array/arrays.h"
#include "base/values.h"
#include "dash_test_base.h"

namespace {

using dash::test::assign;
using dash::test::sequence;

class MinMax : public dash::test::TestBase {};

TEST_F(MinMax, FirstSmallest)
{
  dash::test::expect_same(
      [](auto first, auto last) { return dash::min_element(first, last); },
      [](auto first, auto last) { return std::min_element(first, last); });
}

TEST_F(MinMax, FirstLargest)
{
  dash::test::expect_same(
      [](auto first, auto last) { return dash::max_element(first, last); },
      [](auto first, auto last) { return std::max_element(first, last); });
}

TEST_F(MinMax, FirstOfBoth)
{
  dash::test::expect_same(
      [](auto first, auto last) { return dash::minmax_element(first, last); },
      [](auto first, auto last) {
        return std::pair(std::min_element(first, last), std::max_element(first, last));
      });
}

TEST_F(MinMax, CompareWithCapturesByReference)
{
  int center = 2;
  const auto is_nearer = [&center](int a, int b) {
    return std::abs(a - center) < std::abs(b - center);
  };
  dash::test::expect_same(
      [&](auto first, auto last) { return dash::min_element(first, last, is_nearer); },
      [&](auto first, auto last) { return std::min_element(first, last, is_nearer); });
}

TEST_F(MinMax, CompareOfMaxSaysWhatIsBetter)
{
  dash::test::expect_same(
      [](auto first, auto last) { return dash::max_element(first, last, std::less<int>()); },
      [](auto first, auto last) { return std::min_element(first, last); });
}

TEST_F(MinMax, ExtremeAtEachPosition)
{
  const std::size_t n = 14;
  dash::test::for_each_array<double>(n, dash::Team::All(), [&](auto& array) {
    for (std::size_t i = 0; i < n; ++i) {
      std::vector<double> values(n, 0.0);
      values[i] = -2.5;
      values[(i + 5) % n] = 1e300;
      assign(array, values);
      EXPECT_EQ(dash::min_element(array.begin(), array.end()).gpos(), static_cast<long>(i));
      EXPECT_EQ(dash::max_element(array).gpos(), static_cast<long>((i + 5) % n));
    }
  });
}

TEST_F(MinMax, ConstRangesOfStructs)
{
  using dash::test::Particle;
  dash::Array<Particle> array(12, dash::CYCLIC);
  assign(array, sequence<Particle>(12));
  const auto values = sequence<int>(12);
  const auto by_id = [](const Particle& a, const Particle& b) { return a.id < b.id; };
  const auto& readable = array;
  EXPECT_EQ(
      dash::min_element(readable, by_id) - readable.begin(),
      std::min_element(values.begin(), values.end()) - values.begin());
  const auto found = dash::min_element(readable.begin() + 3, readable.end(), by_id);
  EXPECT_EQ(
      found - readable.begin(),
      std::min_element(values.begin() + 3, values.end()) - values.begin());
}

TEST_F(MinMax, OfNativeElements)
{
  const std::vector<int> values{3, 1, 4, 1, 5, 9, 2, 6, 5, 9};
  const int* const first = values.data();
  const int* const last = first + values.size();
  EXPECT_EQ(dash::min_element(first, last), first + 1);
  EXPECT_EQ(dash::max_element(first, last), first + 5);
  EXPECT_EQ(dash::min_element(first, last, std::greater<>{}), first + 5);
  EXPECT_EQ(dash::min_element(first, first), first);
  EXPECT_EQ(dash::max_element(last, last), last);

  dash::HostArray<int> array(20);
  dash::generate_with_index(array, [](auto gidx) { return static_cast<int>(gidx); });
  if (array.lsize() > 0) {
    EXPECT_EQ(dash::min_element(array.lbegin(), array.lend()), array.lbegin());
    EXPECT_EQ(dash::max_element(array.lbegin(), array.lend()), array.lend() - 1);
  }
}

}  // namespace
