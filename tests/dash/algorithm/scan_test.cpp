// Tier: suite n3 c2g2

#include <dash/Array.h>
#include <dash/Distribution.h>
#include <dash/algorithm/Scan.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <numeric>
#include <vector>

#include "algorithm/expect_same.h"
#include "array/arrays.h"
#include "base/values.h"
#include "dash_test_base.h"
#include "native_memory.h"

namespace {

using dash::test::Affine;
using dash::test::assign;
using dash::test::compose;
using dash::test::contents;
using dash::test::fill_local_values;
using dash::test::sequence;

class Scan : public dash::test::TestBase {};

TEST_F(Scan, InclusiveInPlace)
{
  dash::test::expect_same(
      [](auto first, auto last) { return dash::inclusive_scan(first, last, first); },
      [](auto first, auto last) { return std::inclusive_scan(first, last, first); });
}

TEST_F(Scan, ExclusiveInPlace)
{
  dash::test::expect_same(
      [](auto first, auto last) { return dash::exclusive_scan(first, last, first, 10); },
      [](auto first, auto last) { return std::exclusive_scan(first, last, first, 10); });
}

TEST_F(Scan, InclusiveToAnyDistribution)
{
  const auto larger = [](int a, int b) { return std::max(a, b); };
  dash::test::expect_same_for_two(
      [&](auto first, auto last, auto out) {
        return dash::inclusive_scan(first, last, out, larger, 1);
      },
      [&](auto first, auto last, auto out) {
        return std::inclusive_scan(first, last, out, larger, 1);
      });
}

TEST_F(Scan, ExclusiveToAnyDistribution)
{
  dash::test::expect_same_for_two<int, long>(
      [](auto first, auto last, auto out) { return dash::exclusive_scan(first, last, out, 0L); },
      [](auto first, auto last, auto out) { return std::exclusive_scan(first, last, out, 0L); });
}

TEST_F(Scan, OperandsKeepTheirOrder)
{
  dash::test::expect_same_for_two<Affine>(
      [](auto first, auto last, auto out) {
        return dash::inclusive_scan(first, last, out, compose);
      },
      [](auto first, auto last, auto out) {
        return std::inclusive_scan(first, last, out, compose);
      });
}

TEST_F(Scan, ExclusiveWithOperation)
{
  const Affine init{2, 3};
  dash::test::expect_same<Affine>(
      [&](auto first, auto last) {
        return dash::exclusive_scan(first, last, first, init, compose);
      },
      [&](auto first, auto last) {
        return std::exclusive_scan(first, last, first, init, compose);
      });
}

TEST_F(Scan, OfTransformedElements)
{
  int factor = 3;
  const auto f = [&factor](int x) { return factor * x; };
  dash::test::expect_same_for_two(
      [&](auto first, auto last, auto out) {
        return dash::transform_inclusive_scan(first, last, out, std::plus<>{}, f, 4);
      },
      [&](auto first, auto last, auto out) {
        return std::transform_inclusive_scan(first, last, out, std::plus<>{}, f, 4);
      });
  // Without an initial value, sums have the type of what is added.
  const auto half = [](int x) { return x / 2.0; };
  dash::test::expect_same_for_two<int, double>(
      [&](auto first, auto last, auto out) {
        return dash::transform_inclusive_scan(first, last, out, std::plus<>{}, half);
      },
      [&](auto first, auto last, auto out) {
        return std::transform_inclusive_scan(first, last, out, std::plus<>{}, half);
      });
  dash::test::expect_same_for_two(
      [&](auto first, auto last, auto out) {
        return dash::transform_exclusive_scan(first, last, out, 4, std::plus<>{}, f);
      },
      [&](auto first, auto last, auto out) {
        return std::transform_exclusive_scan(first, last, out, 4, std::plus<>{}, f);
      });
}

TEST_F(Scan, ConstRanges)
{
  dash::Array<int> in(12, dash::BLOCKED), out(12, dash::BLOCKED);
  fill_local_values(in, 2);
  in.barrier();
  EXPECT_EQ(dash::inclusive_scan(std::as_const(in), out.begin()), out.end());
  std::vector<int> expected(12);
  for (int i = 0; i < 12; ++i) expected[static_cast<std::size_t>(i)] = 2 * i + 2;
  EXPECT_EQ(contents(out), expected);
  EXPECT_EQ(dash::exclusive_scan(std::as_const(in), out.begin(), 2), out.end());
  EXPECT_EQ(contents(out), expected);
}

}  // namespace
