// Tier: suite n3 c2g2

#include <dash/Array.h>
#include <dash/Distribution.h>
#include <dash/Team.h>
#include <dash/algorithm/Fill.h>
#include <dash/algorithm/Generate.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <vector>

#include "algorithm/expect_same.h"
#include "array/arrays.h"
#include "array/rare_arrays.h"
#include "base/values.h"
#include "dash_test_base.h"
#include "native_memory.h"

namespace {

using dash::test::assign;
using dash::test::contents;
using dash::test::sequence;

class FillGenerate : public dash::test::TestBase {};

TEST_F(FillGenerate, FillAssignsTheRangeOnly)
{
  dash::test::expect_same(
      [](auto first, auto last) { dash::fill(first, last, 42); },
      [](auto first, auto last) { std::fill(first, last, 42); });
}

TEST_F(FillGenerate, NumbersOfElements)
{
  dash::test::expect_same(
      [](auto first, auto last) { return dash::fill_n(first, last - first, 42); },
      [](auto first, auto last) { return std::fill_n(first, last - first, 42); });
  int number = 7;
  dash::test::expect_same(
      [&](auto first, auto last) {
        return dash::generate_n(first, last - first, [&number] { return number; });
      },
      [&](auto first, auto last) {
        return std::generate_n(first, last - first, [&number] { return number; });
      });
}

TEST_F(FillGenerate, FillConverts)
{
  dash::Array<double> array(11, dash::CYCLIC);
  dash::fill(array.begin(), array.end(), 3);
  EXPECT_EQ(contents(array), std::vector<double>(11, 3.0));
  dash::fill(array.begin() + 2, array.end(), 2.5F);
  auto expected = std::vector<double>(11, 2.5);
  expected[0] = expected[1] = 3;
  EXPECT_EQ(contents(array), expected);
}

TEST_F(FillGenerate, FillStructs)
{
  using dash::test::Particle;
  const Particle electron{0.5, -1, 7};
  dash::Array<Particle> array(10, dash::BLOCKCYCLIC(3));
  dash::fill(array.begin(), array.end(), electron);
  EXPECT_EQ(contents(array), std::vector<Particle>(10, electron));
}

TEST_F(FillGenerate, FillRarePatterns)
{
  for (const std::size_t n : {0, 1, 9, 50}) {
    dash::test::for_each_rare_array(n, dash::Team::All(), [&](auto& array) {
      dash::test::for_each_subrange(n, [&](std::ptrdiff_t first, std::ptrdiff_t last) {
        auto expected = sequence(n);
        assign(array, expected);
        dash::fill(array.begin() + first, array.begin() + last, -5);
        std::fill(expected.begin() + first, expected.begin() + last, -5);
        EXPECT_EQ(contents(array), expected);
      });
    });
  }
}

TEST_F(FillGenerate, GenerateCallsInLocalOrder)
{
  dash::test::for_each_range([](auto& array, std::size_t first, std::size_t last) {
    assign(array, sequence(array.size()));
    int calls = 0;
    dash::generate(
        array.begin() + static_cast<std::ptrdiff_t>(first),
        array.begin() + static_cast<std::ptrdiff_t>(last), [&calls] { return 100 + calls++; });
    int expected = 0;
    const auto own = dash::test::local_values(array);
    for (std::size_t i = 0; i < array.lsize(); ++i) {
      const auto gidx =
          static_cast<std::size_t>(array.pattern().global(static_cast<std::ptrdiff_t>(i)));
      const bool is_inside = first <= gidx && gidx < last;
      const int value = is_inside ? 100 + expected++ : dash::test::value_at(gidx);
      EXPECT_EQ(own[i], value) << "at position " << gidx;
    }
    EXPECT_EQ(calls, expected);
  });
}

TEST_F(FillGenerate, GenerateWithIndexOfTheContainer)
{
  dash::test::for_each_range([](auto& array, std::size_t first, std::size_t last) {
    auto expected = sequence(array.size());
    assign(array, expected);
    const int scale = 3;
    dash::generate_with_index(
        array.begin() + static_cast<std::ptrdiff_t>(first),
        array.begin() + static_cast<std::ptrdiff_t>(last),
        [&scale](auto gidx) { return scale * static_cast<int>(gidx) + 1; });
    for (std::size_t i = first; i < last; ++i) expected[i] = scale * static_cast<int>(i) + 1;
    EXPECT_EQ(contents(array), expected);
  });
}

TEST_F(FillGenerate, TakeRanges)
{
  dash::Array<int> array(10, dash::BLOCKCYCLIC(3));
  dash::fill(array, 1);
  EXPECT_EQ(contents(array), std::vector<int>(10, 1));
  dash::fill(array.block(1), 2);
  EXPECT_EQ(contents(array), (std::vector<int>{1, 1, 1, 2, 2, 2, 1, 1, 1, 1}));
  dash::generate(array, [] { return 5; });
  EXPECT_EQ(contents(array), std::vector<int>(10, 5));
  dash::generate_with_index(array, [](auto gidx) { return static_cast<int>(gidx); });
  EXPECT_EQ(contents(array), (std::vector<int>{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}));
}

}  // namespace
