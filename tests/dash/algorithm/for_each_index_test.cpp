// Tier: suite n3 c2g2

#include <dash/Array.h>
#include <dash/Distribution.h>
#include <dash/Types.h>
#include <dash/algorithm/ForEachIndex.h>
#include <dash/pattern/CSRPattern.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <vector>

#include "dash_test_base.h"

namespace {

class ForEachIndexTest : public dash::test::TestBase {
 protected:
  /// Expects that there is one call for each of the unit's own elements in [first, last) of an
  /// array.
  template <class Array>
  static void check(Array& array, std::size_t first, std::size_t last)
  {
    std::vector<int> calls(array.size(), 0);
    dash::for_each_index(array.begin() + first, array.begin() + last, [&calls](auto i) {
      ++calls[static_cast<std::size_t>(i)];
    });
    for (std::size_t i = 0; i < array.size(); ++i) {
      const bool called = first <= i && i < last && array.is_local(i);
      EXPECT_EQ(calls[i], called ? 1 : 0) << "index " << i;
    }
  }
};

TEST_F(ForEachIndexTest, OwnIndicesOfAnyDistribution)
{
  const std::vector<dash::DistributionSpec<1>> distributions{
      dash::BLOCKED, dash::CYCLIC, dash::BLOCKCYCLIC(3)};
  for (const auto& distribution : distributions) {
    dash::Array<int> array(50, distribution);
    check(array, 0, 50);
    check(array, 7, 44);
    check(array, 20, 21);
    check(array, 20, 20);
  }
}

TEST_F(ForEachIndexTest, ExplicitSizes)
{
  std::vector<dash::default_size_t> sizes;
  for (std::size_t unit = 0; unit < dash::size(); ++unit) sizes.push_back(unit % 2 * 20 + 3);
  using Pattern = dash::CSRPattern<1>;
  dash::Array<int, dash::default_index_t, Pattern> array{Pattern(sizes)};
  check(array, 0, array.size());
  check(array, 1, array.size() - 1);
}

TEST_F(ForEachIndexTest, WritesGlobalElements)
{
  dash::Array<long> array(100, dash::CYCLIC);
  dash::for_each_index(array, [&array](auto i) { array[static_cast<std::size_t>(i)] = 3 * i; });
  array.barrier();
  for (std::size_t i = 0; i < array.size(); ++i) EXPECT_EQ(array[i], 3 * static_cast<long>(i));
  array.barrier();
}

TEST_F(ForEachIndexTest, Numbers)
{
  std::vector<int> calls(10, 0);
  dash::for_each_index(10, [&calls](int i) { ++calls[static_cast<std::size_t>(i)]; });
  EXPECT_EQ(calls, std::vector<int>(10, 1));
  dash::for_each_index(0, [](int) { ADD_FAILURE() << "called for no number"; });
}

TEST_F(ForEachIndexTest, FunctionKeepsItsState)
{
  dash::Array<int> array(50, dash::BLOCKCYCLIC(3));
  std::vector<int> calls;
  dash::for_each_index(array, [&calls, next = 0](auto) mutable { calls.push_back(next++); });
  EXPECT_EQ(calls.size(), array.lsize());
  for (std::size_t i = 0; i < calls.size(); ++i) EXPECT_EQ(calls[i], static_cast<int>(i));
}

}  // namespace
