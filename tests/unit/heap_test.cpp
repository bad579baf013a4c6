// Memory of a heap from a space that has less than the heap has addresses.

#include "heap.h"

#include <gtest/gtest.h>

#include <vector>

namespace {

using dart::Buddy;
using dart::Heap;
using dart::release_bytes;

/// Memory that is only counted.
class CountedSpace final : public dart::MemorySpace {
 public:
  std::uint64_t free_bytes = 4 * release_bytes;
  int reports = 0;

  std::byte* slot(std::uint32_t) const override { return nullptr; }
  bool commit(std::uint64_t, std::uint64_t bytes) override
  {
    if (bytes > free_bytes) return false;
    free_bytes -= bytes;
    return true;
  }
  void report_exhausted(std::uint64_t) override { ++reports; }
  void release(std::uint64_t, std::uint64_t bytes) override { free_bytes += bytes; }
};

class HeapTest : public testing::Test {
 protected:
  static constexpr std::uint64_t capacity = 16 * release_bytes, granule = 1 << 20;

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
  EXPECT_EQ(space.free_bytes, 0u);  // kept for a later block
  EXPECT_TRUE(heap.commit(capacity, release_bytes));
  EXPECT_EQ(space.free_bytes, release_bytes);
  EXPECT_EQ(space.reports, 0);
  EXPECT_FALSE(heap.commit(capacity, 2 * release_bytes));
  EXPECT_EQ(space.reports, 1);
}

}  // namespace
