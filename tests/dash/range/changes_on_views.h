#pragma once

/// \file
/// Algorithms that change the elements of a view, in comparison with those of std.

#include <dash/Array.h>
#include <dash/Distribution.h>
#include <dash/algorithm/Fill.h>
#include <dash/algorithm/Partition.h>
#include <dash/algorithm/Remove.h>
#include <dash/algorithm/Replace.h>
#include <dash/algorithm/Reverse.h>
#include <dash/algorithm/Rotate.h>
#include <dash/algorithm/Scan.h>
#include <dash/algorithm/Sort.h>
#include <dash/algorithm/StableSort.h>
#include <dash/algorithm/Transform.h>
#include <dash/algorithm/Unique.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <numeric>
#include <vector>

#include "array/arrays.h"
#include "base/values.h"

namespace dash::test {

/// Expects of a call for a view of an array the elements and the position that the call of std
/// gives for the same view of a vector. Behind the position, elements may have any value.
template <class View, class Call, class CallOfStd>
void expect_change_of_std(
    dash::Array<int>& array, std::vector<int> local, View view, const Call& call,
    const CallOfStd& call_of_std)
{
  assign(array, local);
  auto mine = local | view;
  auto global = array | view;
  const auto expected = call_of_std(mine.begin(), mine.end());
  const auto found = call(global.begin(), global.end());
  EXPECT_EQ(expected - mine.begin(), found - global.begin());
  std::fill(expected, mine.end(), 0);
  array.barrier();
  dash::fill(found, global.end(), 0);
  EXPECT_EQ(local, contents(array));
}

/// Expects it of algorithms that change elements in place.
template <class View>
void expect_changes_of_std(dash::Array<int>& array, View view)
{
  const std::vector<int> local = sequence(array.size());
  const auto is_even = [](int x) { return x % 2 == 0; };
  const auto affine = [](int x) { return 7 - 2 * x; };
  const auto expect = [&](const auto& call, const auto& call_of_std) {
    expect_change_of_std(array, local, view, call, call_of_std);
  };
  // Elements of all positions are specified.
  const auto expect_all = [&](const auto& call, const auto& call_of_std) {
    expect(
        [&](auto first, auto last) { return call(first, last), last; },
        [&](auto first, auto last) { return call_of_std(first, last), last; });
  };
  expect(
      [&](auto first, auto last) { return dash::remove_if(first, last, is_even); },
      [&](auto first, auto last) { return std::remove_if(first, last, is_even); });
  expect(
      [](auto first, auto last) { return dash::unique(first, last); },
      [](auto first, auto last) { return std::unique(first, last); });
  expect_all(
      [&](auto first, auto last) { dash::partition(first, last, is_even); },
      [&](auto first, auto last) { std::stable_partition(first, last, is_even); });
  expect_all(
      [](auto first, auto last) { dash::rotate(first, first + (last - first) / 3, last); },
      [](auto first, auto last) { std::rotate(first, first + (last - first) / 3, last); });
  expect_all(
      [](auto first, auto last) { dash::reverse(first, last); },
      [](auto first, auto last) { std::reverse(first, last); });
  expect_all(
      [](auto first, auto last) { dash::sort(first, last); },
      [](auto first, auto last) { std::sort(first, last); });
  expect_all(
      [](auto first, auto last) { dash::stable_sort(first, last, std::greater<>()); },
      [](auto first, auto last) { std::stable_sort(first, last, std::greater<>()); });
  expect_all(
      [&](auto first, auto last) { dash::replace_if(first, last, is_even, 3); },
      [&](auto first, auto last) { std::replace_if(first, last, is_even, 3); });
  expect(
      [&](auto first, auto last) { return dash::transform(first, last, first, affine); },
      [&](auto first, auto last) { return std::transform(first, last, first, affine); });
  expect(
      [](auto first, auto last) { return dash::inclusive_scan(first, last, first); },
      [](auto first, auto last) { return std::inclusive_scan(first, last, first); });
}

/// Expects it for a view of arrays of several distributions and sizes.
template <class View>
void expect_changes_of_std(View view)
{
  for (const auto& distribution : {dash::BLOCKED, dash::CYCLIC, dash::BLOCKCYCLIC(3)}) {
    for (const std::size_t size : {0, 1, 3, 23}) {
      dash::Array<int> array(size, distribution);
      expect_changes_of_std(array, view);
      array.barrier();
    }
  }
}

}  // namespace dash::test
