// Tier: suite n3 c2g2; sanitized c2g2

#include <dash/Exception.h>
#include <dash/Team.h>
#include <dash/UnitId.h>
#include <dash/dart/if/dart.h>
#include <dash/memory/GlobHeapMem.h>
#include <dash/memory/GlobLocalMemoryPool.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

#include "array/arrays.h"
#include "dash_test_base.h"
#include "team/teams.h"

namespace {

using Memory = dash::GlobHeapMem<int>;

class GlobHeapMemTest : public dash::test::TestBase {
 protected:
  static int me() { return dash::myid(); }
  static int num_units() { return static_cast<int>(dash::size()); }

  /// The value of element l of unit u.
  static int value(int unit, int l) { return 1000 * unit + l; }

  static void fill(Memory& memory)
  {
    int l = 0;
    for (auto it = memory.lbegin(); it != memory.lend(); ++it) *it = value(me(), l++);
  }

  /// Expects that unit u has sizes[u] elements, and that all units can access all elements.
  static void expect_contents(Memory& memory, const std::vector<int>& sizes)
  {
    std::vector<int> expected;
    for (int u = 0; u < num_units(); ++u) {
      const auto size = sizes[static_cast<std::size_t>(u)];
      EXPECT_EQ(static_cast<std::size_t>(size), memory.local_size(dash::team_unit_t{u}));
      for (int l = 0; l < size; ++l) {
        expected.push_back(value(u, l));
        EXPECT_EQ(value(u, l), static_cast<int>(*memory.at(dash::team_unit_t{u}, l)));
      }
    }
    EXPECT_EQ(expected.size(), memory.size());
    EXPECT_EQ(expected, std::vector<int>(memory.begin(), memory.end()));
    std::vector<int> backward;
    for (auto it = memory.end(); it != memory.begin();) backward.push_back(*--it);
    std::reverse(backward.begin(), backward.end());
    EXPECT_EQ(expected, backward);
  }

  template <class SizeOf>
  static std::vector<int> sizes(SizeOf size_of)
  {
    std::vector<int> sizes;
    for (int u = 0; u < num_units(); ++u) sizes.push_back(size_of(u));
    return sizes;
  }
};

TEST_F(GlobHeapMemTest, InitialElementsAreCommitted)
{
  Memory memory(10);
  fill(memory);
  memory.barrier();
  expect_contents(memory, sizes([](int) { return 10; }));
  memory.barrier();
}

TEST_F(GlobHeapMemTest, GrownElementsAreVisibleLocallyAtOnce)
{
  Memory memory(3);
  auto grown = memory.grow(static_cast<std::size_t>(me() + 1));
  EXPECT_EQ(static_cast<std::size_t>(4 + me()), memory.local_size());
  EXPECT_EQ(3, grown - memory.lbegin());
  EXPECT_EQ(static_cast<std::size_t>(3 * num_units() + me() + 1), memory.size());
  for (int u = 0; u < num_units(); ++u) {
    EXPECT_EQ(
        u == me() ? 4u + static_cast<unsigned>(u) : 3u, memory.local_size(dash::team_unit_t{u}));
  }
  fill(memory);
  int* const address = grown;
  EXPECT_EQ(value(me(), 3), *address);
  memory.commit();
  expect_contents(memory, sizes([](int u) { return 4 + u; }));
  memory.barrier();
}

TEST_F(GlobHeapMemTest, UnbalancedGrowthAndShrinking)
{
  Memory memory(5);
  const auto step = [&](auto change, auto size_of) {
    change();
    EXPECT_EQ(static_cast<std::size_t>(size_of(me())), memory.local_size());
    fill(memory);
    memory.commit();
    expect_contents(memory, sizes(size_of));
    memory.barrier();
  };
  step([&] { memory.grow(static_cast<std::size_t>(2 * me())); }, [](int u) { return 5 + 2 * u; });
  step([&] { memory.shrink(4); }, [](int u) { return 1 + 2 * u; });
  step(
      [&] {
        if (me() == 0) memory.shrink(1);
      },
      [](int u) { return u == 0 ? 0 : 1 + 2 * u; });
  step(
      [&] {
        memory.grow(3);
        memory.shrink(1);
        memory.grow(1);
        memory.shrink(2);
      },
      [](int u) { return (u == 0 ? 0 : 1 + 2 * u) + 1; });
  step(
      [&] { memory.resize(static_cast<std::size_t>(num_units() - me())); },
      [](int u) { return num_units() - u; });
  step([&] { memory.resize(0); }, [](int) { return 0; });
  step([&] { memory.resize(40); }, [](int) { return 40; });
  EXPECT_THROW(memory.shrink(41), dash::exception::OutOfRange);
  memory.barrier();
}

TEST_F(GlobHeapMemTest, ResizeIsForTheOwnPart)
{
  Memory memory(5);
  const auto others = static_cast<std::size_t>(5 * (num_units() - 1));
  // The parts of others do not count, neither for growing nor for shrinking.
  for (const std::size_t size : {7u, 3u, 3u}) {
    memory.resize(size);
    EXPECT_EQ(size, memory.local_size());
    EXPECT_EQ(others + size, memory.size());
  }
  if (me() == 0) memory.resize(4);
  fill(memory);
  memory.commit();
  expect_contents(memory, sizes([](int u) { return u == 0 ? 4 : 3; }));
  memory.barrier();
}

TEST_F(GlobHeapMemTest, ElementsDoNotMove)
{
  Memory memory(1);
  *memory.lbegin() = 42;
  int* const first = memory.lbegin();
  for (int round = 0; round < 20; ++round) {
    memory.grow(10);
    if (round % 3 == 0) memory.commit();
  }
  EXPECT_EQ(first, static_cast<int*>(memory.lbegin()));
  EXPECT_EQ(42, *first);
  EXPECT_EQ(201u, memory.local_size());
  EXPECT_EQ(21u, memory.local_buckets().size());
  memory.commit();
  EXPECT_EQ(static_cast<std::size_t>(201 * num_units()), memory.size());
}

TEST_F(GlobHeapMemTest, RemoteAccess)
{
  Memory memory(4);
  memory.grow(4);
  memory.commit();
  const dash::team_unit_t next{(me() + 1) % num_units()};
  for (int l = 0; l < 8; ++l) *memory.at(next, l) = value(next.id, l);
  memory.barrier();
  expect_contents(memory, sizes([](int) { return 8; }));
  memory.barrier();
  const auto last = static_cast<int>(memory.size()) - 1;
  if (me() == 0) memory.put_value(-7, last);
  memory.barrier();
  int seen = 0;
  memory.get_value(&seen, last);
  EXPECT_EQ(-7, seen);
  auto it = memory.begin() + last;
  EXPECT_EQ(num_units() - 1, it.lpos().unit.id);
  EXPECT_EQ(7, it.lpos().index);
  EXPECT_EQ(me() == num_units() - 1, it.is_local());
  EXPECT_EQ(it.is_local(), it.local() != nullptr);
  EXPECT_EQ(-7, static_cast<int>(*dash::GlobMemAllocPtr<int>(it.dart_gptr())));
  memory.barrier();
}

TEST_F(GlobHeapMemTest, MoveAndLateDestruction)
{
  auto memory = std::make_unique<Memory>(6);
  fill(*memory);
  Memory moved(std::move(*memory));
  EXPECT_EQ(0u, memory->size());
  moved.barrier();
  expect_contents(moved, sizes([](int) { return 6; }));
  moved.barrier();
  *memory = std::move(moved);
  EXPECT_EQ(static_cast<std::size_t>(6 * num_units()), memory->size());
  dash::finalize();
  EXPECT_EQ(0u, memory->size());
}

TEST_F(GlobHeapMemTest, OnATeam)
{
  dash::Team& team = dash::test::teams().back();
  Memory memory(2, team);
  *memory.lbegin() = team.myid();
  memory.barrier();
  EXPECT_EQ(2 * team.size(), memory.size());
  for (dash::team_unit_t unit{0}; unit < team.size(); ++unit) {
    EXPECT_EQ(unit.id, static_cast<int>(*memory.at(unit, 0)));
  }
  memory.barrier();
}

}  // namespace
