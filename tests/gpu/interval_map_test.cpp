#include "interval_map.h"

#include <gtest/gtest.h>

namespace {

using dart::cuda::IntervalMap;

TEST(IntervalMapTest, FindsTheIntervalAroundANumber)
{
  IntervalMap<int> map;
  map.insert(10, 20, 1);
  map.insert(20, 25, 2);
  EXPECT_EQ(map.find(9), nullptr);
  ASSERT_NE(map.find(10), nullptr);
  EXPECT_EQ(map.find(19)->value, 1);
  EXPECT_EQ(map.find(20)->value, 2);
  EXPECT_EQ(map.find(25), nullptr);
  EXPECT_EQ(map.next_begin(0), 10u);
  EXPECT_EQ(map.next_begin(10), 20u);
  EXPECT_EQ(map.next_begin(20), ~std::uint64_t(0));
}

TEST(IntervalMapTest, GapsAreWhatIsNotCovered)
{
  IntervalMap<int> map;
  map.insert(10, 20, 0);
  map.insert(30, 40, 0);
  const auto gaps = map.gaps(5, 35);
  ASSERT_EQ(gaps.size(), 2u);
  EXPECT_EQ(gaps[0].begin, 5u);
  EXPECT_EQ(gaps[0].end, 10u);
  EXPECT_EQ(gaps[1].begin, 20u);
  EXPECT_EQ(gaps[1].end, 30u);
  EXPECT_TRUE(map.gaps(12, 18).empty());
  EXPECT_TRUE(map.gaps(7, 7).empty());
  ASSERT_EQ(map.gaps(15, 22).size(), 1u);
  EXPECT_EQ(map.gaps(15, 22)[0].begin, 20u);
  EXPECT_EQ(map.gaps(15, 22)[0].end, 22u);
}

TEST(IntervalMapTest, ExtractsWhatIsSelected)
{
  IntervalMap<int> map;
  for (int k = 0; k < 10; ++k) map.insert(10 * k, 10 * k + 5, k);
  const auto odd = map.extract_if([](const auto& interval) { return interval.value % 2 == 1; });
  EXPECT_EQ(odd.size(), 5u);
  EXPECT_EQ(map.find(10), nullptr);
  EXPECT_NE(map.find(20), nullptr);
  EXPECT_FALSE(map.any_of([](const auto& interval) { return interval.value % 2 == 1; }));
}

}  // namespace
