// Algorithms on sorted ranges, and those that sort parts of a range, with functions that nvcc
// compiles for the GPU.

#include <dash/Array.h>
#include <dash/Distribution.h>
#include <dash/algorithm/BinarySearch.h>
#include <dash/algorithm/NthElement.h>
#include <dash/algorithm/PartialSort.h>
#include <dash/algorithm/Sort.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <numeric>
#include <vector>

#include "algorithm/expect_same.h"
#include "algorithm/sorted_ranges.h"
#include "array/arrays.h"
#include "base/values.h"
#include "dash_test_base.h"

namespace {

using dash::test::assign;
using dash::test::contents;
using dash::test::expect_same;

class DeviceSorted : public dash::test::TestBase {};

TEST_F(DeviceSorted, EquivalentElementsKeepTheirOrder)
{
  dash::test::for_each_sorted_algorithm(
      [](auto global, auto serial) { dash::test::expect_same_by_charge(global, serial); });
}

struct ByLastDigit {
  __host__ __device__ bool operator()(int a, int b) const { return a % 10 < b % 10; }
};

TEST_F(DeviceSorted, Searches)
{
  std::vector<int> values(5003), wanted(1007);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<int>(i * 3 % 1000);
  std::ranges::stable_sort(values, ByLastDigit{});
  std::iota(wanted.begin(), wanted.end(), 0);
  for (const auto& distribution : dash::test::distributions()) {
    dash::Array<int> sorted(values.size(), distribution), keys(wanted.size(), dash::CYCLIC);
    dash::Array<long> positions(wanted.size(), distribution);
    dash::Array<bool> found(wanted.size());
    assign(sorted, values);
    assign(keys, wanted);
    dash::upper_bound(sorted, keys, positions.begin(), ByLastDigit{});
    dash::binary_search(
        sorted.begin() + 4, sorted.begin() + 7, keys.begin(), keys.end(), found.begin(),
        ByLastDigit{});
    const auto uppers = contents(positions);
    const auto are_found = contents(found);
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      EXPECT_EQ(
          uppers[i], std::upper_bound(values.begin(), values.end(), wanted[i], ByLastDigit{}) -
                         values.begin());
      EXPECT_EQ(
          are_found[i],
          std::binary_search(values.begin() + 4, values.begin() + 7, wanted[i], ByLastDigit{}));
    }
  }
}

struct Nearer {
  __host__ __device__ bool operator()(int a, int b) const
  {
    const int from_a = a < 50 ? 50 - a : a - 50, from_b = b < 50 ? 50 - b : b - 50;
    return from_a < from_b || (from_a == from_b && a < b);
  }
};

TEST_F(DeviceSorted, PartsOfARange)
{
  dash::test::for_each_range([](auto& array, std::size_t first, std::size_t last) {
    if (first == last) return;
    auto expected = dash::test::sequence(array.size());
    const auto begin = static_cast<std::ptrdiff_t>(first), end = static_cast<std::ptrdiff_t>(last);
    const std::ptrdiff_t nth = begin + (end - begin) / 3;
    assign(array, expected);
    dash::nth_element(array.begin() + begin, array.begin() + nth, array.begin() + end, Nearer{});
    std::sort(expected.begin() + begin, expected.begin() + end, Nearer{});
    EXPECT_EQ(static_cast<int>(array[nth]), expected[static_cast<std::size_t>(nth)]);
    assign(array, dash::test::sequence(array.size()));
    dash::partial_sort(array.begin() + begin, array.begin() + nth, array.begin() + end, Nearer{});
    const auto found = contents(array);
    EXPECT_TRUE(std::equal(found.begin(), found.begin() + nth, expected.begin()));
  });
}

TEST_F(DeviceSorted, ReversedRanges)
{
  expect_same(
      [](auto first, auto last) {
        dash::sort(std::make_reverse_iterator(last), std::make_reverse_iterator(first), Nearer{});
      },
      [](auto first, auto last) {
        std::sort(std::make_reverse_iterator(last), std::make_reverse_iterator(first), Nearer{});
      });
}

}  // namespace
