// Tier: suite n3 c2g2

#include <dash/Array.h>
#include <dash/Distribution.h>
#include <dash/Team.h>
#include <dash/View.h>
#include <dash/algorithm/AdjacentDifference.h>
#include <dash/algorithm/AdjacentFind.h>
#include <dash/algorithm/AllOf.h>
#include <dash/algorithm/AnyOf.h>
#include <dash/algorithm/BinarySearch.h>
#include <dash/algorithm/CopyIf.h>
#include <dash/algorithm/Count.h>
#include <dash/algorithm/Equal.h>
#include <dash/algorithm/Fill.h>
#include <dash/algorithm/Find.h>
#include <dash/algorithm/ForEach.h>
#include <dash/algorithm/Histogram.h>
#include <dash/algorithm/Iota.h>
#include <dash/algorithm/IsSorted.h>
#include <dash/algorithm/LexicographicalCompare.h>
#include <dash/algorithm/Merge.h>
#include <dash/algorithm/MinMax.h>
#include <dash/algorithm/NoneOf.h>
#include <dash/algorithm/Partition.h>
#include <dash/algorithm/Reduce.h>
#include <dash/algorithm/Reverse.h>
#include <dash/algorithm/Scan.h>
#include <dash/algorithm/Sort.h>
#include <dash/algorithm/StableSort.h>
#include <dash/algorithm/Transform.h>
#include <dash/detail/range/Location.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <numeric>
#include <ranges>
#include <vector>

#include "array/arrays.h"
#include "base/values.h"
#include "dash_test_base.h"

// Algorithms on views of std and of dash over global ranges: each unit evaluates the view for its
// own elements.

namespace {

using dash::test::assign;
using dash::test::contents;
using dash::test::sequence;
namespace views = std::views;

constexpr std::size_t n = 23;

class SegmentedRange : public dash::test::TestBase {
 protected:
  /// Calls f(array, values) for arrays of all distributions that contain the values.
  template <class F>
  static void for_each_filled(F f)
  {
    dash::test::for_each_array(n, dash::Team::All(), [&](auto& array) {
      const auto values = sequence(n);
      assign(array, values);
      f(array, values);
      array.barrier();
    });
  }
};

/// The elements as a vector.
template <class Range>
auto to_vector(Range&& range)
{
  std::vector<std::ranges::range_value_t<Range>> elements;
  for (auto&& element : range) elements.push_back(element);
  return elements;
}

TEST_F(SegmentedRange, Concepts)
{
  dash::Array<int> array(n, dash::CYCLIC);
  const auto twice = [](int x) { return 2 * x; };
  static_assert(dash::SegmentedRange<decltype(array)>);
  static_assert(dash::SegmentedRange<decltype(array | views::take(2))>);
  static_assert(dash::SegmentedRange<decltype(array | views::drop(2) | views::transform(twice))>);
  static_assert(dash::SegmentedRange<decltype(array | views::reverse)>);
  static_assert(dash::SegmentedRange<decltype(array | views::transform(twice) | views::reverse)>);
  static_assert(dash::SegmentedRange<decltype(dash::views::zip(array, array))>);
  static_assert(!dash::SegmentedRange<std::vector<int>>);
  static_assert(!dash::SegmentedIterator<int*>);
}

TEST_F(SegmentedRange, WritesThroughTakeAndDrop)
{
  for_each_filled([](auto& array, auto expected) {
    for (const std::ptrdiff_t first : {0, 3, 12, 23}) {
      for (const std::ptrdiff_t size : {0, 1, 7, 30}) {
        const int value = static_cast<int>(100 * first + size);
        dash::fill(array | views::drop(first) | views::take(size), value);
        for (int& x : expected | views::drop(first) | views::take(size)) x = value;
      }
    }
    EXPECT_EQ(contents(array), expected);
  });
}

TEST_F(SegmentedRange, ReducesTransformed)
{
  int factor = 3;
  for_each_filled([&factor](auto& array, const auto& values) {
    const auto scaled = views::drop(2) | views::transform([&factor](int x) { return factor * x; });
    const auto expected = to_vector(values | scaled);
    const auto view = array | scaled;
    EXPECT_EQ(dash::reduce(view), std::accumulate(expected.begin(), expected.end(), 0));
    EXPECT_EQ(dash::accumulate(view, 5L), std::accumulate(expected.begin(), expected.end(), 5L));
    EXPECT_EQ(dash::count(view, 3), std::count(expected.begin(), expected.end(), 3));
    EXPECT_EQ(
        dash::find(view, 12) - view.begin(),
        std::find(expected.begin(), expected.end(), 12) - expected.begin());
    EXPECT_EQ(
        dash::min_element(view) - view.begin(),
        std::min_element(expected.begin(), expected.end()) - expected.begin());
    EXPECT_EQ(
        dash::max_element(view) - view.begin(),
        std::max_element(expected.begin(), expected.end()) - expected.begin());
    EXPECT_TRUE(dash::all_of(view, [](int x) { return x % 3 == 0; }));
    EXPECT_FALSE(dash::any_of(view, [](int x) { return x % 3 != 0; }));
    EXPECT_TRUE(dash::none_of(view, [](int x) { return x % 3 != 0; }));
  });
}

TEST_F(SegmentedRange, KeepsTheOrderOfOperands)
{
  using dash::test::Affine;
  for_each_filled([](auto& array, const auto& values) {
    const auto maps = views::take(20) | views::transform(Affine::from);
    const auto expected = to_vector(values | maps);
    EXPECT_EQ(
        dash::reduce(array | maps, Affine{1, 0}, dash::test::compose),
        std::accumulate(expected.begin(), expected.end(), Affine{1, 0}, dash::test::compose));
    const auto backwards = to_vector(values | maps | views::reverse);
    EXPECT_EQ(
        dash::reduce(array | maps | views::reverse, Affine{1, 0}, dash::test::compose),
        std::accumulate(backwards.begin(), backwards.end(), Affine{1, 0}, dash::test::compose));
  });
}

TEST_F(SegmentedRange, ReversedRangesCountFromTheEnd)
{
  for_each_filled([](auto& array, auto expected) {
    const auto view = array | views::reverse | views::drop(2);
    const auto mirrored = to_vector(expected | views::reverse | views::drop(2));
    EXPECT_EQ(
        dash::find(view, 3) - view.begin(),
        std::find(mirrored.begin(), mirrored.end(), 3) - mirrored.begin());
    dash::iota(view, 10);
    auto expected_view = expected | views::reverse | views::drop(2);
    std::iota(expected_view.begin(), expected_view.end(), 10);
    EXPECT_EQ(contents(array), expected);
    dash::for_each(array | views::reverse | views::take(5), [](auto&& x) { x = x + 1; });
    for (int& x : expected | views::reverse | views::take(5)) x = x + 1;
    EXPECT_EQ(contents(array), expected);
  });
}

TEST_F(SegmentedRange, InputsOfOtherRanges)
{
  for_each_filled([](auto& array, const auto& values) {
    const auto squares = views::transform([](int x) { return x * x; }) | views::drop(1);
    const auto expected = to_vector(values | squares);
    const auto expect_output = [](const dash::Array<int>& out, const std::vector<int>& elements) {
      auto result = contents(out);
      result.resize(elements.size());
      EXPECT_EQ(result, elements);
    };
    dash::Array<int> out(n, dash::BLOCKCYCLIC(2));
    dash::transform(array | squares, out.begin(), std::negate<>{});
    std::vector<int> negated;
    for (const int x : expected) negated.push_back(-x);
    expect_output(out, negated);

    dash::copy_if(array | squares, out.begin(), [](int x) { return x > 3; });
    std::vector<int> large;
    std::copy_if(
        expected.begin(), expected.end(), std::back_inserter(large), [](int x) { return x > 3; });
    expect_output(out, large);

    dash::inclusive_scan(array | squares, out.begin());
    std::vector<int> sums(expected.size());
    std::inclusive_scan(expected.begin(), expected.end(), sums.begin());
    expect_output(out, sums);

    dash::adjacent_difference(array | squares, out.begin());
    std::adjacent_difference(expected.begin(), expected.end(), sums.begin());
    expect_output(out, sums);
  });
}

TEST_F(SegmentedRange, ComparesViews)
{
  for_each_filled([](auto& array, const auto& values) {
    dash::Array<int> shifted(n + 1, dash::BLOCKED);
    auto larger = values;
    larger.insert(larger.begin(), 0);
    for (int& x : larger) ++x;
    assign(shifted, larger);
    const auto decrement = views::drop(1) | views::transform([](int x) { return x - 1; });
    EXPECT_TRUE(dash::equal(array, shifted | decrement));
    EXPECT_TRUE(dash::equal(shifted | decrement, array));
    EXPECT_FALSE(dash::equal(shifted | views::drop(1), array));
    EXPECT_FALSE(dash::lexicographical_compare(array, shifted | decrement));
    EXPECT_TRUE(dash::lexicographical_compare(array | views::take(9), shifted | decrement));
    EXPECT_EQ(
        dash::is_sorted(array | views::take(2)),
        std::is_sorted(values.begin(), values.begin() + 2));
  });
}

TEST_F(SegmentedRange, MovesElementsWithinViews)
{
  for_each_filled([](auto& array, auto expected) {
    dash::sort(array | views::drop(4) | views::take(12));
    std::sort(expected.begin() + 4, expected.begin() + 16);
    EXPECT_EQ(contents(array), expected);
    dash::reverse(array | views::take(9));
    std::reverse(expected.begin(), expected.begin() + 9);
    EXPECT_EQ(contents(array), expected);
    dash::partition(array | views::drop(2), [](int x) { return x % 2 == 0; });
    std::stable_partition(expected.begin() + 2, expected.end(), [](int x) { return x % 2 == 0; });
    EXPECT_EQ(contents(array), expected);
    dash::sort(array | views::reverse);
    std::sort(expected.rbegin(), expected.rend());
    EXPECT_EQ(contents(array), expected);
  });
}

TEST_F(SegmentedRange, ZipOfSeveralArrays)
{
  dash::Array<int> a(n, dash::CYCLIC), b(n, dash::BLOCKED);
  dash::Array<double> c(n, dash::BLOCKCYCLIC(3));
  const auto values_a = sequence(n);
  const auto values_b = sequence(n, 50);
  assign(a, values_a);
  assign(b, values_b);
  const auto product = [](const auto& pair) {
    return static_cast<int>(std::get<0>(pair)) * static_cast<int>(std::get<1>(pair));
  };
  EXPECT_EQ(
      dash::transform_reduce(dash::views::zip(a, b), 0, std::plus<>{}, product),
      std::inner_product(values_a.begin(), values_a.end(), values_b.begin(), 0));
  dash::for_each(dash::views::zip(a, b, c), [](const auto& elements) {
    const auto& [x, y, sum] = elements;
    sum = static_cast<int>(x) + 0.5 * static_cast<int>(y);
  });
  const auto sums = contents(c);
  for (std::size_t i = 0; i < n; ++i) EXPECT_EQ(sums[i], values_a[i] + 0.5 * values_b[i]);
}

TEST_F(SegmentedRange, EmptyViews)
{
  dash::Array<int> array(n, dash::CYCLIC);
  assign(array, sequence(n));
  const auto empty = array | views::take(0) | views::transform([](int x) { return x + 1; });
  EXPECT_EQ(dash::reduce(empty, 7), 7);
  EXPECT_EQ(dash::count(empty, 1), 0);
  EXPECT_TRUE(dash::all_of(empty, [](int) { return false; }));
  EXPECT_EQ(dash::find(empty, 1), empty.end());
  EXPECT_EQ(dash::min_element(empty), empty.end());
  dash::fill(array | views::drop(n), -9);
  dash::sort(array | views::drop(n));
  EXPECT_EQ(contents(array), sequence(n));
}

TEST_F(SegmentedRange, SortedViews)
{
  for_each_filled([](auto& array, std::vector<int> values) {
    auto doubled = array | views::transform([](int x) { return 2 * x; });
    EXPECT_EQ(
        dash::adjacent_find(doubled) - doubled.begin(),
        std::adjacent_find(values.begin(), values.end()) - values.begin());
    std::vector<std::ptrdiff_t> counts(2, 0);
    for (const int value : values) {
      if (2 * value >= 0 && 2 * value < 6) ++counts[2 * value >= 3 ? 1 : 0];
    }
    EXPECT_EQ(dash::histogram(doubled, 2, 0, 6), counts);
    // sorts in descending order
    auto reversed = array | views::reverse;
    dash::stable_sort(reversed);
    std::sort(values.begin(), values.end(), std::greater<>{});
    EXPECT_EQ(contents(array), values);
    EXPECT_EQ(
        dash::lower_bound(reversed, 3) - reversed.begin(),
        values.end() - std::upper_bound(values.begin(), values.end(), 3, std::greater<>{}));
    dash::Array<long> positions(n, dash::CYCLIC);
    dash::upper_bound(reversed, array, positions.begin());
    const auto found = contents(positions);
    for (std::size_t i = 0; i < n; ++i) {
      EXPECT_EQ(found[i], std::count_if(values.begin(), values.end(), [&](int x) {
                  return x <= values[i];
                }));
    }
    dash::Array<int> merged(2 * n, dash::BLOCKCYCLIC(3));
    dash::merge(reversed, reversed | views::transform([](int x) { return x + 1; }), merged.begin());
    std::vector<int> expected;
    for (const int value : values) expected.insert(expected.end(), {value, value + 1});
    std::sort(expected.begin(), expected.end());
    EXPECT_EQ(contents(merged), expected);
  });
}

}  // namespace
