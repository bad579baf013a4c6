// Tier: suite n3 c2g2

// Algorithms on views of matrices that move elements between units.

#include <dash/algorithm/AdjacentDifference.h>
#include <dash/algorithm/CopyIf.h>
#include <dash/algorithm/Partition.h>
#include <dash/algorithm/Reverse.h>
#include <dash/algorithm/Rotate.h>
#include <dash/algorithm/Scan.h>
#include <dash/algorithm/Sort.h>
#include <dash/algorithm/SwapRanges.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <numeric>

#include "dash_test_base.h"
#include "matrix/matrix_ranges.h"

namespace {

using dash::test::expect_same_on_two_views;
using dash::test::expect_same_on_views;

class MatrixExchange : public dash::test::TestBase {};

TEST_F(MatrixExchange, Sort)
{
  expect_same_on_views(
      [](auto first, auto last) { dash::sort(first, last); },
      [](auto first, auto last) { std::sort(first, last); });
  expect_same_on_views(
      [](auto first, auto last) { dash::sort(first, last, std::greater<>{}); },
      [](auto first, auto last) { std::sort(first, last, std::greater<>{}); });
}

TEST_F(MatrixExchange, Rearrange)
{
  expect_same_on_views(
      [](auto first, auto last) { dash::reverse(first, last); },
      [](auto first, auto last) { std::reverse(first, last); });
  expect_same_on_views(
      [](auto first, auto last) { return dash::rotate(first, first + (last - first) / 3, last); },
      [](auto first, auto last) { return std::rotate(first, first + (last - first) / 3, last); });
  const auto is_even = [](int value) { return value % 2 == 0; };
  expect_same_on_views(
      [&](auto first, auto last) { return dash::partition(first, last, is_even); },
      [&](auto first, auto last) { return std::stable_partition(first, last, is_even); });
}

TEST_F(MatrixExchange, Scan)
{
  expect_same_on_two_views(
      [](auto first, auto last, auto out) { return dash::inclusive_scan(first, last, out); },
      [](auto first, auto last, auto out) { return std::inclusive_scan(first, last, out); });
  expect_same_on_two_views(
      [](auto first, auto last, auto out) { return dash::adjacent_difference(first, last, out); },
      [](auto first, auto last, auto out) { return std::adjacent_difference(first, last, out); });
}

TEST_F(MatrixExchange, TwoRanges)
{
  const auto is_even = [](int value) { return value % 2 == 0; };
  expect_same_on_two_views(
      [&](auto first, auto last, auto out) { return dash::copy_if(first, last, out, is_even); },
      [&](auto first, auto last, auto out) { return std::copy_if(first, last, out, is_even); });
  expect_same_on_two_views(
      [](auto first, auto last, auto other) { return dash::swap_ranges(first, last, other); },
      [](auto first, auto last, auto other) { return std::swap_ranges(first, last, other); });
}

}  // namespace
