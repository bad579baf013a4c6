// Tier: suite n3 c2g2

#include <dash/Array.h>
#include <dash/Distribution.h>
#include <dash/algorithm/LexicographicalCompare.h>
#include <dash/pattern/CSRPattern.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <vector>

#include "array/arrays.h"
#include "dash_test_base.h"

namespace {

using dash::test::assign;

class LexicographicalCompare : public dash::test::TestBase {};

const std::vector<std::vector<int>>& words()
{
  static const std::vector<std::vector<int>> all{
      {},
      {1},
      {2},
      {1, 1},
      {1, 2},
      {2, 1, 3, 4, 5, 6, 7},
      {2, 1, 3, 4, 5, 6, 8},
      {2, 1, 3, 4, 5, 6, 7, 0}};
  return all;
}

/// Expects the results of std for each pair of the words, with two kinds of arrays.
template <class MakeA, class MakeB>
void expect_as_std(MakeA make_a, MakeB make_b)
{
  for (const auto& values_a : words()) {
    for (const auto& values_b : words()) {
      SCOPED_TRACE(testing::PrintToString(values_a) + " < " + testing::PrintToString(values_b));
      auto a = make_a(values_a.size());
      auto b = make_b(values_b.size());
      assign(a, values_a);
      assign(b, values_b);
      EXPECT_EQ(
          dash::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end()),
          std::lexicographical_compare(
              values_a.begin(), values_a.end(), values_b.begin(), values_b.end()));
      EXPECT_EQ(
          dash::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end(), std::greater<>{}),
          std::lexicographical_compare(
              values_a.begin(), values_a.end(), values_b.begin(), values_b.end(),
              std::greater<>{}));
      EXPECT_EQ(dash::lexicographical_compare(std::as_const(a), b), values_a < values_b);
    }
  }
}

TEST_F(LexicographicalCompare, EachTwoWords)
{
  const auto make = [](const dash::DistributionSpec<1>& distribution) {
    return [&distribution](std::size_t n) { return dash::Array<int>(n, distribution); };
  };
  for (const auto& distribution : dash::test::distributions()) {
    expect_as_std(make(distribution), make(distribution));
    expect_as_std(make(distribution), make(dash::BLOCKED));
  }
}

TEST_F(LexicographicalCompare, PartsOfDifferentSizes)
{
  const auto make_csr = [](std::size_t n) {
    const auto sizes = dash::test::part_sizes(n, dash::size()).front();
    return dash::test::CsrArray<int>(dash::CSRPattern<1>(sizes));
  };
  expect_as_std(make_csr, [](std::size_t n) { return dash::Array<int>(n, dash::CYCLIC); });
}

TEST_F(LexicographicalCompare, SubrangesOfOneArray)
{
  const std::vector<int> values{3, 1, 2, 3, 1, 2, 3, 1};
  for (const auto& distribution : dash::test::distributions()) {
    dash::Array<int> array(values.size(), distribution);
    assign(array, values);
    dash::test::for_each_subrange(values.size(), [&](std::ptrdiff_t first, std::ptrdiff_t last) {
      const std::vector<int> word(values.begin() + first, values.begin() + last);
      EXPECT_EQ(
          dash::lexicographical_compare(
              array.begin() + first, array.begin() + last, array.begin() + 3, array.begin() + 6),
          word < (std::vector<int>{3, 1, 2}));
    });
  }
}

}  // namespace
