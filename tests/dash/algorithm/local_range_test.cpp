// Tier: suite n3 c2g2

#include <dash/Array.h>
#include <dash/Distribution.h>
#include <dash/Team.h>
#include <dash/algorithm/LocalRange.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <type_traits>

#include "array/arrays.h"
#include "array/rare_arrays.h"
#include "base/values.h"
#include "dash_test_base.h"

namespace {

using dash::test::assign;
using dash::test::sequence;

class LocalRange : public dash::test::TestBase {};

/// Expects that the local interval of the elements in [first, last) agrees with its definition.
template <class Array>
void expect_local_range(Array& array, std::size_t first, std::size_t last)
{
  const auto index_of = [&](std::size_t local) {
    return static_cast<std::size_t>(array.pattern().global(static_cast<std::ptrdiff_t>(local)));
  };
  std::size_t begin = 0;
  while (begin < array.lsize() && index_of(begin) < first) ++begin;
  std::size_t end = begin;
  while (end < array.lsize() && index_of(end) < last) ++end;
  if (begin == end) begin = end = 0;

  auto from = array.begin() + static_cast<std::ptrdiff_t>(first);
  auto to = array.begin() + static_cast<std::ptrdiff_t>(last);
  const auto indices = dash::local_index_range(from, to);
  EXPECT_EQ(indices.begin, static_cast<std::ptrdiff_t>(begin));
  EXPECT_EQ(indices.end, static_cast<std::ptrdiff_t>(end));
  const auto addresses = dash::local_range(from, to);
  const bool is_empty = begin == end;
  EXPECT_EQ(addresses.begin, is_empty ? nullptr : array.lbegin() + begin);
  EXPECT_EQ(addresses.end, is_empty ? nullptr : array.lbegin() + end);
}

TEST_F(LocalRange, AnySubrangeOfAnyDistribution)
{
  dash::test::for_each_range([](auto& array, std::size_t first, std::size_t last) {
    expect_local_range(array, first, last);
  });
}

TEST_F(LocalRange, RarePatterns)
{
  for (const std::size_t n : {0, 1, 9, 40}) {
    dash::test::for_each_rare_array(n, dash::Team::All(), [n](auto& array) {
      dash::test::for_each_subrange(
          n, [&](std::size_t first, std::size_t last) { expect_local_range(array, first, last); });
    });
  }
}

TEST_F(LocalRange, ConstnessOfThePointers)
{
  dash::Array<int> array(10, dash::CYCLIC);
  auto first = array.begin();
  auto last = array.end();
  const auto const_first = first;
  const auto const_last = last;
  const auto& readable = array;
  auto read_first = readable.begin();
  auto read_last = readable.end();
  using Writable = dash::LocalRange<int>;
  using Readable = dash::LocalRange<const int>;
  static_assert(std::is_same_v<decltype(dash::local_range(first, last)), Writable>);
  static_assert(std::is_same_v<decltype(dash::local_range(const_first, const_last)), Readable>);
  static_assert(std::is_same_v<decltype(dash::local_range(array.begin(), array.end())), Readable>);
  static_assert(std::is_same_v<decltype(dash::local_range(read_first, read_last)), Readable>);

  const Readable all = dash::local_range(array.begin(), array.end());
  EXPECT_EQ(all.end - all.begin, static_cast<std::ptrdiff_t>(array.lsize()));
  const Readable read = dash::local_range(read_first, read_last);
  EXPECT_EQ(read.begin, all.begin);
  EXPECT_EQ(read.end, all.end);
}

TEST_F(LocalRange, WritesReachTheArray)
{
  dash::HostArray<int> array(21, dash::BLOCKCYCLIC(4));
  auto expected = sequence(21);
  assign(array, expected);
  auto first = array.begin() + 3;
  auto last = array.begin() + 18;
  const auto range = dash::local_range(first, last);
  std::fill(range.begin, range.end, 77);
  std::fill(expected.begin() + 3, expected.begin() + 18, 77);
  EXPECT_EQ(dash::test::contents(array), expected);
}

}  // namespace
