// Tier: suite n3 c2g2

#include <dash/Array.h>
#include <dash/Distribution.h>
#include <dash/algorithm/ForEach.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <vector>

#include "algorithm/expect_same.h"
#include "array/arrays.h"
#include "base/values.h"
#include "dash_test_base.h"
#include "native_memory.h"

namespace {

using dash::test::assign;
using dash::test::contents;
using dash::test::sequence;

class ForEach : public dash::test::TestBase {};

TEST_F(ForEach, ChangesEachElementOnce)
{
  dash::test::expect_same(
      [](auto first, auto last) { dash::for_each(first, last, [](int& x) { x = 3 * x + 1; }); },
      [](auto first, auto last) { std::for_each(first, last, [](int& x) { x = 3 * x + 1; }); });
}

TEST_F(ForEach, VisitsOwnElementsInLocalOrder)
{
  dash::test::for_each_range([](auto& array, std::size_t first, std::size_t last) {
    std::vector<int> numbers(array.size());
    std::iota(numbers.begin(), numbers.end(), 0);
    assign(array, numbers);
    std::vector<int> visited, own;
    dash::for_each(
        array.begin() + static_cast<std::ptrdiff_t>(first),
        array.begin() + static_cast<std::ptrdiff_t>(last),
        [&visited](const int& x) { visited.push_back(x); });
    for (const int gidx : dash::test::own_of(array, numbers)) {
      const auto position = static_cast<std::size_t>(gidx);
      if (first <= position && position < last) own.push_back(gidx);
    }
    EXPECT_EQ(visited, own);
  });
}

TEST_F(ForEach, EndsWithABarrier)
{
  dash::Array<int> array(40, dash::CYCLIC);
  for (int round = 0; round < 20; ++round) {
    dash::for_each(array.begin(), array.end(), [round](int& x) { x = round; });
    int sum = 0;
    for (std::size_t i = 0; i < array.size(); ++i) sum += array[i];
    EXPECT_EQ(sum, 40 * round);
    array.barrier();
  }
}

TEST_F(ForEach, IndexIsThatOfTheContainer)
{
  dash::test::for_each_range([](auto& array, std::size_t first, std::size_t last) {
    auto expected = sequence(array.size());
    assign(array, expected);
    dash::for_each_with_index(
        array.begin() + static_cast<std::ptrdiff_t>(first),
        array.begin() + static_cast<std::ptrdiff_t>(last), [&array](int& x, auto gidx) {
          EXPECT_TRUE(array.is_local(gidx));
          x += 10 * static_cast<int>(gidx);
        });
    for (std::size_t i = first; i < last; ++i) expected[i] += 10 * static_cast<int>(i);
    EXPECT_EQ(contents(array), expected);
  });
}

TEST_F(ForEach, ReadsConstArrays)
{
  dash::Array<int> array(13, dash::BLOCKCYCLIC(2));
  assign(array, sequence(13));
  const auto& readable = array;
  int sum = 0;
  dash::for_each(readable.begin(), readable.end(), [&sum](const int& x) { sum += x; });
  const auto own = dash::test::local_values(array);
  EXPECT_EQ(sum, std::accumulate(own.begin(), own.end(), 0));
  std::size_t indices = 0;
  dash::for_each_with_index(readable, [&](const int& x, auto gidx) {
    EXPECT_EQ(x, dash::test::value_at(static_cast<std::size_t>(gidx)));
    ++indices;
  });
  EXPECT_EQ(indices, array.lsize());
}

TEST_F(ForEach, TakesRangesAndStructs)
{
  using dash::test::Particle;
  dash::Array<Particle> array(7, dash::CYCLIC);
  auto expected = sequence<Particle>(7);
  assign(array, expected);
  const auto move = [](Particle& p) { p.position += p.charge; };
  dash::for_each(array, move);
  std::for_each(expected.begin(), expected.end(), move);
  EXPECT_EQ(contents(array), expected);
}

}  // namespace
