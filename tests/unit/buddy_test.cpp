// Tier: suite; sanitized

#include "base/buddy.h"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <vector>

namespace {

using dart::Buddy;

class BuddyTest : public testing::Test {
 protected:
  static constexpr std::uint64_t capacity = 1 << 20, granule = 64;

  std::vector<std::byte> table = std::vector<std::byte>(Buddy::table_bytes(capacity / granule));
  Buddy buddy{capacity, granule, table.data()};
};

TEST_F(BuddyTest, WholeCapacityIsOneBlock)
{
  EXPECT_EQ(buddy.capacity(), capacity);
  const auto block = buddy.allocate(capacity);
  ASSERT_TRUE(block);
  EXPECT_EQ(*block, 0u);
  EXPECT_FALSE(buddy.allocate(1));
  EXPECT_EQ(buddy.free(*block), capacity);
  EXPECT_TRUE(buddy.allocate(1));
}

TEST_F(BuddyTest, AllGranulesCanBeAllocatedAndMergeAgain)
{
  for (int round = 0; round < 3; ++round) {
    std::vector<std::uint64_t> blocks;
    while (const auto block = buddy.allocate(1)) blocks.push_back(*block);
    EXPECT_EQ(blocks.size(), capacity / granule);
    for (const auto block : blocks) EXPECT_EQ(buddy.free(block), granule);
    const auto whole = buddy.allocate(capacity);
    ASSERT_TRUE(whole) << "blocks kept for reuse were not merged";
    buddy.free(*whole);
  }
}

TEST_F(BuddyTest, SizesAreRoundedToPowersOfTwo)
{
  EXPECT_EQ(buddy.rounded(0), granule);
  EXPECT_EQ(buddy.rounded(1), granule);
  EXPECT_EQ(buddy.rounded(granule), granule);
  EXPECT_EQ(buddy.rounded(granule + 1), 2 * granule);
  EXPECT_EQ(buddy.rounded(capacity), capacity);
  for (std::uint64_t bytes : {0, 1, 63, 64, 65, 4096, 5000}) {
    const auto block = buddy.allocate(bytes);
    ASSERT_TRUE(block);
    EXPECT_EQ(buddy.block_size(*block), buddy.rounded(bytes));
    EXPECT_EQ(*block % buddy.rounded(bytes), 0u) << "blocks are aligned to their size";
  }
}

TEST_F(BuddyTest, RefusesWhatItCannotServe)
{
  EXPECT_FALSE(buddy.allocate(capacity + 1));
  EXPECT_FALSE(buddy.allocate(~std::uint64_t(0)));
}

TEST_F(BuddyTest, FreeOfForeignOffsetsIsRefused)
{
  const auto block = buddy.allocate(4 * granule);
  ASSERT_TRUE(block);
  EXPECT_EQ(buddy.free(*block + granule), 0u) << "inside a block";
  EXPECT_EQ(buddy.free(*block + 1), 0u) << "not at a granule";
  EXPECT_EQ(buddy.free(capacity), 0u);
  EXPECT_EQ(buddy.free(capacity / 2), 0u) << "free memory";
  EXPECT_EQ(buddy.free(*block), 4 * granule);
  EXPECT_EQ(buddy.free(*block), 0u) << "freed twice";
}

TEST_F(BuddyTest, RandomAllocationsNeverOverlap)
{
  std::mt19937 random(7);
  std::map<std::uint64_t, std::uint64_t> live;  // offset → size
  for (int step = 0; step < 20000; ++step) {
    if (random() % 2 == 0 || live.empty()) {
      const std::uint64_t bytes = std::uint64_t(1) << random() % 16;
      const auto block = buddy.allocate(bytes + random() % bytes);
      if (!block) continue;
      const std::uint64_t size = buddy.block_size(*block);
      const auto next = live.lower_bound(*block);
      if (next != live.end()) {
        ASSERT_LE(*block + size, next->first);
      }
      if (next != live.begin()) {
        ASSERT_LE(std::prev(next)->first + std::prev(next)->second, *block);
      }
      live[*block] = size;
    } else {
      const auto victim = std::next(live.begin(), random() % live.size());
      ASSERT_EQ(buddy.free(victim->first), victim->second);
      live.erase(victim);
    }
  }
  for (const auto& [offset, size] : live) ASSERT_EQ(buddy.free(offset), size);
  EXPECT_TRUE(buddy.allocate(capacity));
}

}  // namespace
