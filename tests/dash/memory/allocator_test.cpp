// Tier: suite n3 c2g2; sanitized c2g2

#include <dash/Allocator.h>
#include <dash/Array.h>
#include <dash/Distribution.h>
#include <dash/Exception.h>
#include <dash/GlobPtr.h>
#include <dash/Memory.h>
#include <dash/Team.h>
#include <dash/dart/if/dart.h>
#include <dash/memory/GlobLocalMemoryPool.h>
#include <dash/memory/GlobStaticMem.h>
#include <dash/memory/HostSpace.h>
#include <dash/memory/UniquePtr.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

#include "array/arrays.h"
#include "dash_test_base.h"
#include "native_memory.h"
#include "team/teams.h"

namespace {

class AllocatorTest : public dash::test::TestBase {};

TEST_F(AllocatorTest, Align)
{
  alignas(64) std::byte buffer[64];
  void* ptr = buffer + 1;
  std::size_t space = 63;
  EXPECT_EQ(buffer + 16, dash::align(16, 8, ptr, space));
  EXPECT_EQ(48u, space);
  EXPECT_EQ(nullptr, dash::align(16, 100, ptr, space));
  EXPECT_EQ(buffer + 16, ptr);
}

TEST_F(AllocatorTest, OfStaticMemory)
{
  using Memory = dash::GlobStaticMem<dash::HostSpace>;
  using Allocator = dash::GlobalAllocator<int, Memory>;
  Memory memory;
  Allocator allocator(&memory);
  auto ptr = allocator.allocate(3);
  static_assert(std::is_same_v<dash::GlobPtr<int, Memory>, decltype(ptr)>);
  int* const local = dash::local_begin(ptr, dash::Team::All().myid());
  local[2] = dash::myid();
  dash::barrier();
  for (int u = 0; u < static_cast<int>(dash::size()); ++u) {
    EXPECT_EQ(u, static_cast<int>(ptr[3 * u + 2]));
  }
  dash::barrier();
  allocator.deallocate(ptr, 3);
  EXPECT_FALSE(memory.is_allocated());
  EXPECT_EQ(&memory, allocator.resource());
}

TEST_F(AllocatorTest, UniquePointers)
{
  using Memory = dash::GlobLocalMemoryPool<dash::HostSpace>;
  using Allocator = dash::GlobalAllocator<int, Memory>;
  Memory memory(4096);
  {
    auto owned = dash::allocate_unique<int>(Allocator(&memory), 10);
    EXPECT_TRUE(owned);
    auto ptr = owned.get();
    ptr[9] = 5;
    EXPECT_EQ(5, ptr.local()[9]);
    EXPECT_EQ(10 * sizeof(int), memory.size());
    auto moved = std::move(owned);
    EXPECT_FALSE(owned);  // NOLINT(bugprone-use-after-move)
    EXPECT_TRUE(moved.get() == ptr);
    auto others = dash::allocate_unique<double>(Allocator(&memory), 2);
    EXPECT_EQ(10 * sizeof(int) + 2 * sizeof(double), memory.size());
    EXPECT_TRUE(moved.get_deleter() == moved.get_deleter());
  }
  EXPECT_EQ(0u, memory.size());
}

TEST_F(AllocatorTest, EpochSynchronized)
{
  for (dash::Team& team : dash::test::teams()) {
    using Allocator = dash::EpochSynchronizedAllocator<int>;
    using traits = dash::allocator_traits<Allocator>;
    Allocator allocator(team);
    int* const local = traits::allocate_local(allocator, 5);
    local[4] = team.myid();
    const dart_gptr_t gptr = allocator.attach(local, 5);
    dash::Array<dart_gptr_t> addresses(team.size(), dash::BLOCKED, team);
    dash::test::write_at(addresses.lbegin(), gptr);
    addresses.barrier();
    for (std::size_t u = 0; u < team.size(); ++u) {
      dash::GlobMemAllocPtr<int> theirs(static_cast<dart_gptr_t>(addresses[u]));
      EXPECT_EQ(static_cast<int>(u), static_cast<int>(theirs[4]));
    }
    allocator.detach(gptr, 5);
    traits::deallocate_local(allocator, local, 5);
    EXPECT_EQ(nullptr, allocator.allocate_local(0));

    auto collective = traits::allocate(allocator, 2);
    EXPECT_NE(nullptr, dash::GlobMemAllocPtr<int>(collective).local());
    traits::deallocate(allocator, collective, 2);
    Allocator other(team);
    swap(allocator, other);
    EXPECT_TRUE(allocator == other);
    EXPECT_GT(allocator.max_size(), 1000u);
    static_assert(std::is_same_v<
                  dash::EpochSynchronizedAllocator<double>,
                  traits::rebind_traits<double>::allocator_type>);
    static_assert(
        traits::allocator_category::value == dash::global_allocation_policy::epoch_synchronized);
  }
}

TEST_F(AllocatorTest, AttachedPointersAddressTheBlockOfEachUnit)
{
  for (dash::Team& team : dash::test::teams()) {
    using Allocator = dash::EpochSynchronizedAllocator<int>;
    Allocator others(team);
    Allocator allocator(team);
    const int me = team.myid();
    // An allocation of one unit alone moves its later ones to other offsets than those of others.
    int* const extra = me == 0 ? others.allocate_local(100) : nullptr;
    const auto size_of = [](int unit) { return static_cast<std::size_t>(10 * (unit % 2)); };
    int* const local = allocator.allocate_local(size_of(me));
    std::fill_n(local, size_of(me), 100 + me);
    const dart_gptr_t gptr = allocator.attach(local, size_of(me));
    EXPECT_EQ(me, gptr.unitid);
    EXPECT_EQ(local, static_cast<int*>(dash::GlobMemAllocPtr<int>(gptr)));
    for (int u = 0; u < static_cast<int>(team.size()); ++u) {
      dart_gptr_t theirs = gptr;
      theirs.unitid = u;
      std::vector<int> values(size_of(u));
      EXPECT_EQ(
          DART_OK,
          dart_get_blocking(values.data(), theirs, values.size(), DART_TYPE_INT, DART_TYPE_INT));
      EXPECT_EQ(std::vector<int>(size_of(u), 100 + u), values);
    }
    allocator.detach(gptr, size_of(me));
    std::fill_n(local, size_of(me), 0);  // the memory is the unit's own
    allocator.deallocate_local(local, size_of(me));
    others.deallocate_local(extra, 100);
  }
}

TEST_F(AllocatorTest, BlocksAreFreedByAnyPointerIntoThem)
{
  dash::Team& team = dash::Team::All();
  dash::EpochSynchronizedAllocator<int> allocator(team);
  for (int round = 0; round < 3; ++round) {
    auto gptr = allocator.allocate(5);
    gptr.unitid = 0;
    dart_gptr_incaddr(&gptr, 4 * sizeof(int));
    allocator.deallocate(gptr, 5);
    int value = 0;
    EXPECT_NE(DART_OK, dart_get_blocking(&value, gptr, 1, DART_TYPE_INT, DART_TYPE_INT));
  }
  allocator.deallocate(allocator.allocate(0), 0);
}

TEST_F(AllocatorTest, DefaultSpaces)
{
  auto* const host =
      dash::get_default_memory_space<dash::memory_domain_local, dash::memory_space_host_tag>();
  void* const bytes = host->allocate(100, 32);
  EXPECT_EQ(0u, reinterpret_cast<std::uintptr_t>(bytes) % 32);
  host->deallocate(bytes, 100, 32);
  auto* const hbw =
      dash::get_default_memory_space<dash::memory_domain_local, dash::memory_space_hbw_tag>();
  hbw->deallocate(hbw->allocate(10), 10);
  EXPECT_FALSE(dash::HBWSpace::check_hbw_available());
  auto* const global =
      dash::get_default_memory_space<dash::memory_domain_global, dash::memory_space_host_tag>();
  const auto gptr = global->allocate(100);
  EXPECT_TRUE(dash::GlobMemAllocPtr<char>(gptr).is_local());
  global->deallocate(gptr, 100);
  EXPECT_THROW(global->deallocate(gptr, 100), dash::exception::InvalidArgument);
  dash::HostSpace copy1;
  dash::HostSpace copy2(copy1);
  EXPECT_TRUE(copy1.is_equal(copy2));
}

}  // namespace
