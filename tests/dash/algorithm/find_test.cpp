// Tier: suite n3 c2g2

#include <dash/Array.h>
#include <dash/Distribution.h>
#include <dash/Team.h>
#include <dash/algorithm/AdjacentFind.h>
#include <dash/algorithm/Find.h>
#include <dash/algorithm/Search.h>
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

namespace {

using dash::test::assign;
using dash::test::sequence;

class Find : public dash::test::TestBase {};

TEST_F(Find, FirstEqualElement)
{
  for (const int value : {-1, 3, 99}) {
    dash::test::expect_same(
        [value](auto first, auto last) { return dash::find(first, last, value); },
        [value](auto first, auto last) { return std::find(first, last, value); });
  }
}

TEST_F(Find, FirstThatFulfilsAPredicate)
{
  int limit = 2;
  const auto is_large = [&limit](int x) { return x > limit; };
  dash::test::expect_same(
      [&](auto first, auto last) { return dash::find_if(first, last, is_large); },
      [&](auto first, auto last) { return std::find_if(first, last, is_large); });
  dash::test::expect_same(
      [&](auto first, auto last) { return dash::find_if_not(first, last, is_large); },
      [&](auto first, auto last) { return std::find_if_not(first, last, is_large); });
}

TEST_F(Find, EachPosition)
{
  const std::size_t n = 20;
  dash::test::for_each_array(n, dash::Team::All(), [&](auto& array) {
    std::vector<int> values(n);
    std::iota(values.begin(), values.end(), 0);
    assign(array, values);
    for (int i = 0; i < static_cast<int>(n); ++i) {
      EXPECT_EQ(dash::find(array, i), array.begin() + i);
      EXPECT_EQ(
          dash::find(array.begin() + 2, array.end(), i), i < 2 ? array.end() : array.begin() + i);
    }
    array.barrier();
  });
}

TEST_F(Find, ConstRangesOfStructs)
{
  using dash::test::Particle;
  dash::Array<Particle> array(15, dash::BLOCKCYCLIC(2));
  const auto values = sequence<Particle>(15);
  assign(array, values);
  const auto& readable = array;
  const auto wanted = Particle::from(2);
  const auto position = std::find(values.begin(), values.end(), wanted) - values.begin();
  EXPECT_EQ(dash::find(readable, wanted), readable.begin() + position);
  const auto is_wanted = [&wanted](const Particle& p) { return p == wanted; };
  EXPECT_EQ(dash::find_if(readable, is_wanted) - readable.begin(), position);
  const auto other = std::find_if_not(values.begin(), values.end(), is_wanted) - values.begin();
  EXPECT_EQ(dash::find_if_not(readable, is_wanted) - readable.begin(), other);
  EXPECT_EQ(dash::find(readable.end(), readable.end(), wanted), readable.end());
}

TEST_F(Find, EqualNeighbours)
{
  // A predicate that does not commute, so the order of the operands matters, and one that holds
  // for no neighbours of a range of different numbers.
  int step = 2;
  const auto rises = [&step](int a, int b) { return b > a + step; };
  dash::test::expect_same(
      [](auto first, auto last) { return dash::adjacent_find(first, last); },
      [](auto first, auto last) { return std::adjacent_find(first, last); });
  dash::test::expect_same(
      [&](auto first, auto last) { return dash::adjacent_find(first, last, rises); },
      [&](auto first, auto last) { return std::adjacent_find(first, last, rises); });
  const std::size_t n = 13;
  dash::test::for_each_array(n, dash::Team::All(), [&](auto& array) {
    std::vector<int> values(n);
    std::iota(values.begin(), values.end(), 0);
    assign(array, values);
    EXPECT_EQ(dash::adjacent_find(array), array.end());
    EXPECT_EQ(dash::adjacent_find(array, std::less<>{}), array.begin());
    for (std::size_t i = 1; i < n; ++i) {
      auto repeated = values;
      repeated[i] = repeated[i - 1];
      assign(array, repeated);
      EXPECT_EQ(dash::adjacent_find(array), array.begin() + static_cast<std::ptrdiff_t>(i) - 1);
    }
  });
}

TEST_F(Find, SequenceInARange)
{
  for (const std::vector<int>& wanted :
       {std::vector<int>{}, {2}, {-1, 4}, sequence(5, 3), std::vector<int>(60, 1)}) {
    dash::test::expect_same(
        [&](auto first, auto last) {
          return dash::search(first, last, wanted.begin(), wanted.end());
        },
        [&](auto first, auto last) {
          return std::search(first, last, wanted.begin(), wanted.end());
        });
    dash::test::expect_same(
        [&](auto first, auto last) {
          return dash::find_end(first, last, wanted.begin(), wanted.end());
        },
        [&](auto first, auto last) {
          return std::find_end(first, last, wanted.begin(), wanted.end());
        });
  }
  // occurrences that begin on each unit, and a sequence that is distributed itself
  const std::size_t n = 21;
  dash::test::for_each_array(n, dash::Team::All(), [&](auto& array) {
    std::vector<int> values(n);
    std::iota(values.begin(), values.end(), 0);
    assign(array, values);
    dash::Array<int> wanted(9, dash::CYCLIC);
    for (int i = 0; i + 9 <= static_cast<int>(n); ++i) {
      std::vector<int> part(values.begin() + i, values.begin() + i + 9);
      assign(wanted, part);
      EXPECT_EQ(dash::search(array, wanted), array.begin() + i);
      EXPECT_EQ(
          dash::search(array.begin() + 3, array.end(), wanted.begin(), wanted.end()),
          i < 3 ? array.end() : array.begin() + i);
      EXPECT_EQ(dash::search(array, part, std::not_equal_to<>{}), array.begin() + (i == 0 ? 1 : 0));
      EXPECT_EQ(dash::find_end(array, wanted), array.begin() + i);
      EXPECT_EQ(
          dash::find_end(array, part, std::not_equal_to<>{}),
          array.begin() + (i + 9 == static_cast<int>(n) ? i - 1 : static_cast<int>(n) - 9));
    }
  });
}

TEST_F(Find, LastOfSeveralOccurrences)
{
  const std::size_t n = 24;
  dash::test::for_each_array(n, dash::Team::All(), [&](auto& array) {
    std::vector<int> values(n);
    for (std::size_t i = 0; i < n; ++i) values[i] = static_cast<int>(i % 3);
    assign(array, values);
    for (const std::vector<int>& wanted : {std::vector<int>{0}, {1, 2, 0}, {2, 1}}) {
      const auto expected =
          std::find_end(values.begin(), values.end(), wanted.begin(), wanted.end());
      EXPECT_EQ(dash::find_end(array, wanted) - array.begin(), expected - values.begin());
    }
  });
}

TEST_F(Find, FirstOfSomeCandidates)
{
  for (const std::vector<int>& candidates :
       {std::vector<int>{}, {99}, {7, 2, -1}, std::vector<int>(60, 4)}) {
    dash::test::expect_same(
        [&](auto first, auto last) {
          return dash::find_first_of(first, last, candidates.begin(), candidates.end());
        },
        [&](auto first, auto last) {
          return std::find_first_of(first, last, candidates.begin(), candidates.end());
        });
  }
  // each position, and candidates that are distributed themselves
  const std::size_t n = 20;
  dash::test::for_each_array(n, dash::Team::All(), [&](auto& array) {
    std::vector<int> values(n);
    std::iota(values.begin(), values.end(), 0);
    assign(array, values);
    dash::Array<int> candidates(5, dash::CYCLIC);
    for (int i = 0; i < static_cast<int>(n); ++i) {
      assign(candidates, {100, i + 5, -1, i, i + 2});
      EXPECT_EQ(dash::find_first_of(array, candidates), array.begin() + i);
      const auto is_half = [](int element, int candidate) { return 2 * element == candidate; };
      EXPECT_EQ(
          dash::find_first_of(array, std::vector<int>{2 * i, 2 * i + 1}, is_half),
          array.begin() + i);
      candidates.barrier();
    }
  });
}

}  // namespace
