// Tier: suite n3 c2g2 c0g2; also c0g3

#include <dash/Array.h>
#include <dash/Distribution.h>
#include <dash/algorithm/Equal.h>
#include <dash/algorithm/Fill.h>
#include <dash/algorithm/Generate.h>
#include <dash/algorithm/Mismatch.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "array/arrays.h"
#include "base/values.h"
#include "dash_test_base.h"

namespace {

using dash::test::assign;
using dash::test::sequence;

class EqualMismatch : public dash::test::TestBase {};

/// Calls f(a, first, last, b, start, values_a, values_b) for ranges that are equal except for at
/// most one element.
template <class F>
void for_each_difference(F f)
{
  dash::test::for_each_two_ranges<int, int>(
      [&](auto& a, std::size_t first, std::size_t last, auto& b, std::size_t start) {
        const auto values_a = sequence(a.size());
        auto values_b = sequence(b.size(), 30);
        for (std::size_t i = first; i < last; ++i) values_b[start + i - first] = values_a[i];
        const std::size_t size = last - first;
        for (const std::size_t different : {size, size / 2}) {
          if (different < size) values_b[start + different] += 100;
          assign(a, values_a);
          assign(b, values_b);
          f(a.begin() + static_cast<std::ptrdiff_t>(first),
            a.begin() + static_cast<std::ptrdiff_t>(last),
            b.begin() + static_cast<std::ptrdiff_t>(start), static_cast<std::ptrdiff_t>(different));
        }
      });
}

TEST_F(EqualMismatch, Equal)
{
  for_each_difference([](auto first, auto last, auto other, std::ptrdiff_t different) {
    EXPECT_EQ(dash::equal(first, last, other), different == last - first);
  });
}

TEST_F(EqualMismatch, Mismatch)
{
  for_each_difference([](auto first, auto last, auto other, std::ptrdiff_t different) {
    const auto [a, b] = dash::mismatch(first, last, other);
    EXPECT_EQ(a - first, different);
    EXPECT_EQ(b - other, different);
  });
}

TEST_F(EqualMismatch, FirstOfSeveral)
{
  dash::test::for_each_two_ranges<int, int>(
      [](auto& a, std::size_t first, std::size_t last, auto& b, std::size_t start) {
        const auto values_a = sequence(a.size());
        const auto values_b = sequence(b.size(), 1);
        assign(a, values_a);
        assign(b, values_b);
        const auto from = static_cast<std::ptrdiff_t>(first);
        const auto to = static_cast<std::ptrdiff_t>(last);
        const auto other = static_cast<std::ptrdiff_t>(start);
        const auto expected =
            std::mismatch(values_a.begin() + from, values_a.begin() + to, values_b.begin() + other);
        const auto result = dash::mismatch(a.begin() + from, a.begin() + to, b.begin() + other);
        EXPECT_EQ(result.first - a.begin(), expected.first - values_a.begin());
        EXPECT_EQ(result.second - b.begin(), expected.second - values_b.begin());
      });
}

TEST_F(EqualMismatch, PredicateWithCapturesByReference)
{
  for (const auto& distribution : dash::test::distributions()) {
    dash::Array<int> a(25, distribution);
    dash::Array<double> b(25, dash::BLOCKED);
    auto values = sequence<int>(25);
    assign(a, values);
    std::vector<double> close(values.begin(), values.end());
    for (double& x : close) x += 0.25;
    close[20] += 1;
    assign(b, close);
    const double tolerance = 0.5;
    const auto is_close = [&tolerance](double x, double y) { return std::abs(x - y) < tolerance; };
    EXPECT_TRUE(dash::equal(a.begin(), a.begin() + 20, b.begin(), is_close));
    EXPECT_FALSE(dash::equal(a.begin(), a.end(), b.begin(), is_close));
    EXPECT_FALSE(dash::equal(a.begin(), a.begin() + 20, b.begin()));
    EXPECT_EQ(dash::mismatch(a.begin(), a.end(), b.begin(), is_close).first, a.begin() + 20);
    dash::barrier();
  }
}

TEST_F(EqualMismatch, ShiftedRangesDiffer)
{
  dash::Array<int> array(40);
  dash::generate_with_index(array, [](auto gidx) { return static_cast<int>(gidx); });
  array.barrier();
  EXPECT_TRUE(dash::equal(array.begin(), array.end() - 1, array.begin()));
  EXPECT_FALSE(dash::equal(array.begin(), array.end() - 1, array.begin() + 1));
}

TEST_F(EqualMismatch, ConstRanges)
{
  dash::Array<int> a(10, dash::CYCLIC), b(12, dash::BLOCKED);
  dash::fill(a, 1);
  dash::fill(b, 1);
  dash::barrier();
  const auto& const_a = a;
  const auto& const_b = b;
  EXPECT_TRUE(dash::equal(const_a, const_a));
  EXPECT_FALSE(dash::equal(const_a, const_b));
  EXPECT_FALSE(dash::equal(const_b, const_a));
  EXPECT_TRUE(dash::equal(const_a.begin(), const_a.end(), const_b.begin() + 2));
  const auto [in_a, in_b] = dash::mismatch(const_a, const_b);
  EXPECT_EQ(in_a, const_a.end());
  EXPECT_EQ(in_b, const_b.begin() + 10);
}

}  // namespace
