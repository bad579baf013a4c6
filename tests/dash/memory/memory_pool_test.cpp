// Tier: suite n3 c2g2; sanitized c2g2

#include <dash/Array.h>
#include <dash/Exception.h>
#include <dash/GlobPtr.h>
#include <dash/Team.h>
#include <dash/dart/if/dart.h>
#include <dash/memory/GlobLocalMemoryPool.h>
#include <dash/memory/HostSpace.h>
#include <dash/memory/SimpleMemoryPoolResource.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <new>
#include <utility>
#include <vector>

#include "dash_test_base.h"
#include "native_memory.h"

namespace {

using Pool = dash::GlobLocalMemoryPool<dash::HostSpace>;

class MemoryPoolTest : public dash::test::TestBase {};

TEST_F(MemoryPoolTest, MemoryReachableByAll)
{
  Pool pool;
  auto block = pool.allocate(4 * sizeof(int));
  dash::Array<dart_gptr_t> addresses(dash::size());
  dash::test::write_at(addresses.lbegin(), block.dart_gptr());
  static_cast<int*>(block.local())[3] = 7 * dash::myid();
  addresses.barrier();
  for (std::size_t u = 0; u < dash::size(); ++u) {
    dash::GlobPtr<int, Pool> theirs(static_cast<dart_gptr_t>(addresses[u]));
    EXPECT_EQ(7 * static_cast<int>(u), static_cast<int>(theirs[3]));
    pool.flush(dash::GlobPtr<void, Pool>(theirs));
    pool.flush_local(dash::GlobPtr<void, Pool>(theirs));
  }
  pool.flush(block, dash::Team::All().myid());
  pool.flush_local(block, dash::Team::All().myid());
  pool.barrier();
  pool.deallocate(block, 4 * sizeof(int));
  EXPECT_EQ(0u, pool.size());
}

TEST_F(MemoryPoolTest, CapacityAndRelease)
{
  Pool pool(1000);
  EXPECT_EQ(1000u, pool.capacity());
  const auto first = pool.allocate(600);
  EXPECT_THROW(pool.allocate(401), std::bad_alloc);
  pool.allocate(400);
  EXPECT_EQ(1000u, pool.size());
  pool.deallocate(first, 600);
  EXPECT_EQ(400u, pool.size());
  EXPECT_THROW(pool.deallocate(first, 600), dash::exception::InvalidArgument);
  Pool moved(std::move(pool));
  EXPECT_EQ(400u, moved.size());
  moved.release();
  EXPECT_EQ(0u, moved.size());
  for (int i = 0; i < 3; ++i) moved.allocate(300);
  EXPECT_EQ(900u, moved.size());
}

TEST_F(MemoryPoolTest, ExhaustedHeapGivesNullPointer)
{
  EXPECT_TRUE(dash::memalloc<std::int64_t>(std::size_t{1} << 55) == nullptr);
  const std::size_t wraps = std::size_t{1} << 61;  // 0 bytes modulo 2^64
  EXPECT_TRUE(dash::memalloc<std::int64_t>(wraps) == nullptr);
}

TEST_F(MemoryPoolTest, MemallocInALoop)
{
  std::vector<dash::GlobMemAllocPtr<long>> blocks;
  for (int i = 1; i < 200; ++i) {
    blocks.push_back(dash::memalloc<long>(static_cast<std::size_t>(i)));
    ASSERT_TRUE(blocks.back() != nullptr);
    blocks.back()[i - 1] = i;
  }
  for (int i = 1; i < 200; ++i) {
    auto block = blocks[static_cast<std::size_t>(i - 1)];
    EXPECT_EQ(i, static_cast<long>(block[i - 1]));
    dash::memfree(block, static_cast<std::size_t>(i));
  }
}

TEST_F(MemoryPoolTest, LocalPoolResource)
{
  dash::SimpleMemoryPoolResource<dash::HostSpace> pool;
  pool.reserve(4);
  std::vector<void*> blocks;
  for (int i = 0; i < 100; ++i) {
    blocks.push_back(pool.allocate(48, 16));
    EXPECT_EQ(0u, reinterpret_cast<std::uintptr_t>(blocks.back()) % 16);
    *static_cast<int*>(blocks.back()) = i;
  }
  for (int i = 0; i < 100; ++i)
    EXPECT_EQ(i, *static_cast<int*>(blocks[static_cast<std::size_t>(i)]));
  void* const large = pool.allocate(5000, 64);
  pool.deallocate(large, 5000, 64);
  pool.deallocate(blocks.back(), 48, 16);
  EXPECT_EQ(blocks.back(), pool.allocate(48, 16));
  EXPECT_NE(nullptr, pool.upstream_resource());
  pool.release();
}

}  // namespace
