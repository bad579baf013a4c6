// Tier: suite; sanitized

// Memory of a heap in a space that has less memory than the heap has addresses.

#include "memory/heap.h"

#include <gtest/gtest.h>

#include <set>
#include <utility>
#include <vector>

namespace {

using dart::Buddy;
using dart::Heap;
using dart::release_bytes;

/// A space whose memory is only counted, in units of release_bytes at least.
class CountedSpace final : public dart::MemorySpace {
 public:
  static constexpr std::uint64_t limit = 4 * release_bytes;
  std::set<std::uint64_t> committed;
  int changes = 0;
  int reports = 0;

  std::uint64_t free_bytes() const { return limit - committed.size() * release_bytes; }

  std::byte* slot(std::uint32_t) const override { return nullptr; }
  bool commit(std::uint64_t offset, std::uint64_t bytes) override
  {
    std::set<std::uint64_t> all = committed;
    for_each_unit(offset, bytes, [&](std::uint64_t unit) { all.insert(unit); });
    if (all.size() * release_bytes > limit) return false;
    changes += all != committed;
    committed = std::move(all);
    return true;
  }
  void report_exhausted(std::uint64_t) override { ++reports; }
  void release(std::uint64_t offset, std::uint64_t bytes) override
  {
    for_each_unit(offset, bytes, [&](std::uint64_t unit) { committed.erase(unit); });
    ++changes;
  }

 private:
  template <class F>
  static void for_each_unit(std::uint64_t offset, std::uint64_t bytes, F f)
  {
    for (std::uint64_t at = offset / release_bytes; at * release_bytes < offset + bytes; ++at)
      f(at);
  }
};

class HeapTest : public testing::Test {
 protected:
  static constexpr std::uint64_t capacity = 16 * release_bytes, granule = 256;

  CountedSpace space;
  std::vector<std::byte> table = std::vector<std::byte>(Buddy::table_bytes(capacity / granule));
  Heap heap{space, 0, capacity, granule, table.data(), capacity, capacity};
};

TEST_F(HeapTest, FailureIsReportedOnceAndLeavesNothing)
{
  EXPECT_FALSE(heap.allocate(8 * release_bytes));
  EXPECT_EQ(space.reports, 1);
  EXPECT_EQ(heap.used(), 0u);
}

TEST_F(HeapTest, KeptMemoryServesOtherRequestsInSilence)
{
  const auto first = heap.allocate(2 * release_bytes);
  const auto second = heap.allocate(2 * release_bytes);
  ASSERT_TRUE(first && second);
  heap.free(*first);
  EXPECT_EQ(space.free_bytes(), 0u);  // it is kept for a later block
  EXPECT_TRUE(heap.commit(capacity, release_bytes));
  EXPECT_EQ(space.free_bytes(), release_bytes);
  EXPECT_EQ(space.reports, 0);
  EXPECT_FALSE(heap.commit(2 * capacity, 2 * release_bytes));
  EXPECT_EQ(space.reports, 1);
}

TEST_F(HeapTest, SmallerBlocksUseWhatALargerOneKept)
{
  const auto large = heap.allocate(4 * release_bytes);
  ASSERT_TRUE(large);
  heap.free(*large);
  const int changes = space.changes;
  for (int round = 0; round < 3; ++round) {
    const auto first = heap.allocate(release_bytes);
    const auto second = heap.allocate(2 * release_bytes);
    ASSERT_TRUE(first && second);
    heap.free(*first);
    heap.free(*second);
    const auto again = heap.allocate(4 * release_bytes);
    ASSERT_TRUE(again);
    heap.free(*again);
  }
  EXPECT_EQ(space.changes, changes);
}

TEST_F(HeapTest, WhatIsPartlyUsedIsNotGivenBack)
{
  heap.free(*heap.allocate(4 * release_bytes));
  const auto part = heap.allocate(release_bytes);
  ASSERT_TRUE(part);
  EXPECT_FALSE(heap.commit(capacity, release_bytes));
  heap.free(*part);
  EXPECT_TRUE(heap.commit(capacity, release_bytes));
  EXPECT_EQ(space.free_bytes(), 3 * release_bytes);
}

}  // namespace
