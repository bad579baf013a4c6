// Tier: suite n3 c2g2; sanitized c2g2

#include <dash/Exception.h>
#include <dash/GlobPtr.h>
#include <dash/Memory.h>
#include <dash/Team.h>
#include <dash/UnitId.h>
#include <dash/dart/if/dart.h>
#include <dash/memory/GlobStaticMem.h>
#include <dash/memory/HostSpace.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <type_traits>
#include <utility>

#include "array/arrays.h"
#include "dash_test_base.h"
#include "team/teams.h"

namespace {

using Memory = dash::GlobStaticMem<dash::HostSpace>;

class GlobStaticMemTest : public dash::test::TestBase {};

TEST_F(GlobStaticMemTest, UnequalParts)
{
  for (dash::Team& team : dash::test::teams()) {
    Memory memory(team);
    EXPECT_FALSE(memory.is_allocated());
    EXPECT_TRUE(memory.begin() == nullptr && memory.end() == nullptr);
    // Unit u contributes u ints, so unit 0 contributes nothing.
    const auto mine = static_cast<std::size_t>(team.myid().id) * sizeof(int);
    const auto start = memory.allocate(mine, alignof(int));
    EXPECT_TRUE(start == memory.begin());
    std::size_t total = 0;
    for (dash::team_unit_t unit{0}; unit < team.size(); ++unit) {
      EXPECT_EQ(static_cast<std::size_t>(unit.id) * sizeof(int), memory.capacity(unit));
      total += memory.capacity(unit);
    }
    EXPECT_EQ(total, memory.capacity());
    for (int i = 0; i < team.myid().id; ++i) reinterpret_cast<int*>(memory.local_base())[i] = i;
    memory.barrier();
    const dash::GlobPtr<int, Memory> first(memory.begin().dart_gptr());
    const dash::GlobPtr<int, Memory> last(memory.end().dart_gptr());
    EXPECT_EQ(static_cast<std::ptrdiff_t>(total / sizeof(int)), last - first);
    auto ptr = first;
    for (int u = 0; u < static_cast<int>(team.size()); ++u) {
      for (int i = 0; i < u; ++i, ++ptr) EXPECT_EQ(i, static_cast<int>(*ptr));
    }
    memory.flush(memory.begin());
    memory.flush(memory.begin(), team.myid());
    memory.flush_local(memory.begin());
    memory.flush_local(memory.begin(), team.myid());
    memory.barrier();
    memory.deallocate(start, mine);
    EXPECT_FALSE(memory.is_allocated());
  }
}

TEST_F(GlobStaticMemTest, MappedAddressesAreThoseOfTheOwner)
{
  Memory memory;
  const auto start = memory.allocate(64);
  *reinterpret_cast<int*>(memory.local_base()) = 100 + dash::myid();
  memory.barrier();
  for (dash::team_unit_t unit{0}; unit < dash::size(); ++unit) {
    if (auto* const base = memory.mapped_base(unit)) {
      EXPECT_EQ(100 + unit.id, *reinterpret_cast<int*>(base));
    }
  }
  EXPECT_EQ(memory.local_base(), memory.mapped_base(dash::Team::All().myid()));
  memory.barrier();
  memory.deallocate(start, 64);
}

TEST_F(GlobStaticMemTest, MoveAndMisuse)
{
  Memory memory;
  const auto start = memory.allocate(16);
  EXPECT_THROW(memory.allocate(16), dash::exception::RuntimeError);
  Memory moved(std::move(memory));
  EXPECT_FALSE(memory.is_allocated());  // NOLINT(bugprone-use-after-move)
  EXPECT_TRUE(moved.begin() == start);
  moved.deallocate(start, 16);
  EXPECT_THROW(Memory(dash::Team::Null()).allocate(8), dash::exception::InvalidArgument);
  dash::finalize();
  EXPECT_THROW(Memory().allocate(8), dash::exception::RuntimeError);
}

TEST_F(GlobStaticMemTest, DeallocatesByPointer)
{
  Memory one;
  Memory other;
  const auto first = one.allocate(16);
  const auto second = other.allocate(16);
  Memory moved(std::move(one));
  one.deallocate(first, 16);  // NOLINT(bugprone-use-after-move)
  EXPECT_TRUE(other.is_allocated());
  EXPECT_THROW(one.deallocate(first, 16), dash::exception::InvalidArgument);
  // An object with memory of its own keeps it.
  const auto third = one.allocate(16);
  Memory(std::move(other));
  one.deallocate(second, 16);
  EXPECT_TRUE(one.is_allocated());
  one.deallocate(Memory::void_pointer(nullptr), 0);
  EXPECT_TRUE(one.is_allocated());
  one.deallocate(third, 16);
  EXPECT_FALSE(one.is_allocated());
}

TEST_F(GlobStaticMemTest, Traits)
{
  using traits = dash::memory_space_traits<Memory>;
  static_assert(traits::is_global::value && !traits::is_local::value);
  static_assert(std::is_same_v<traits::memory_space_layout_tag, dash::memory_space_contiguous>);
  static_assert(std::is_same_v<traits::memory_space_type_category, dash::memory_space_host_tag>);
  using local = dash::memory_space_traits<dash::HostSpace>;
  static_assert(local::is_local::value && std::is_same_v<local::void_pointer, void*>);

  Memory memory;
  auto allocator = memory.get_allocator();
  auto* const bytes = allocator.allocate(32);
  ASSERT_NE(nullptr, bytes);
  allocator.deallocate(bytes, 32);
}

}  // namespace
