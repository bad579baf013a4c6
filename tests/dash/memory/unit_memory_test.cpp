// Tier: suite n3 c2g2 h2n1.mpi; sanitized c2g2

#include <dash/Array.h>
#include <dash/Atomic.h>
#include <dash/Distribution.h>
#include <dash/Team.h>
#include <dash/UnitId.h>
#include <dash/algorithm/Copy.h>
#include <dash/algorithm/Fill.h>
#include <dash/algorithm/Reduce.h>
#include <dash/dart/if/dart.h>
#include <dash/detail/base/DeviceMemory.h>
#include <dash/detail/range/Location.h>
#include <dash/detail/team/Combine.h>
#include <dash/memory/GlobLocalMemoryPool.h>
#include <dash/memory/HostSpace.h>
#include <dash/memory/UnitSpace.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <ranges>
#include <sstream>
#include <vector>

#include "dash_test_base.h"
#include "hosts.h"

// Memory of units of both kinds: host memory on CPU units, device memory on GPU units.

namespace {

class UnitMemoryTest : public dash::test::TestBase {
 protected:
  static bool is_gpu(dash::team_unit_t unit)
  {
    return dash::is_gpu_unit(dash::global_unit_t(unit.id));
  }
};

TEST_F(UnitMemoryTest, ArraysLiveInTheUnitsOwnMemory)
{
  dash::Array<int> array(10 * dash::size());
  for (const int id : dash::Team::All()) {
    const dash::team_unit_t unit(id);
    const bool is_mapped = !is_gpu(unit) && dash::test::is_here(id);
    EXPECT_EQ(array.globmem().mapped_base(unit) != nullptr, is_mapped) << "unit " << id;
  }
  EXPECT_NE(array.lbegin(), nullptr);
  EXPECT_EQ(dash::detail::is_device_memory(array.lbegin()), dash::is_gpu_unit());
}

/// Loops over elements that host code cannot load are slow, and the run says so once.
TEST_F(UnitMemoryTest, LoopsOverSingleElementsAreReported)
{
  dash::Array<int> array(dash::size());
  const dash::team_unit_t last(static_cast<int>(dash::size()) - 1);
  const auto is_unmapped = [&](dash::team_unit_t unit) {
    return array.globmem().mapped_base(unit) == nullptr;
  };
  const auto reports_of = [&](int accesses) {
    testing::internal::CaptureStderr();
    if (dash::myid() == 0) {
      for (int i = 0; i < accesses; ++i) array[last.id] = array[last.id] + 1;
    }
    array.barrier();
    const bool tells =
        testing::internal::GetCapturedStderr().find("one by one") != std::string::npos;
    return dash::detail::sum_over_units(array.team(), tells ? 1 : 0);
  };
  const bool is_slow = dash::detail::sum_over_units(
                           array.team(), dash::myid() == 0 && is_unmapped(last) ? 1 : 0) != 0;
  EXPECT_EQ(0, reports_of(1000));
  EXPECT_EQ(is_slow ? 1 : 0, reports_of(5000));
  EXPECT_EQ(0, reports_of(1000));
}

TEST_F(UnitMemoryTest, HostArraysAreMappedOnTheHostsOfTheirUnits)
{
  dash::HostArray<int> array(10 * dash::size());
  for (const int id : dash::Team::All()) {
    const bool is_mapped = array.globmem().mapped_base(dash::team_unit_t(id)) != nullptr;
    EXPECT_EQ(is_mapped, dash::test::is_here(id)) << "unit " << id;
  }
  for (std::size_t i = 0; i < array.local.size(); ++i) array.local[i] = static_cast<int>(i);
  array.barrier();
  for (std::size_t i = 0; i < array.size(); ++i) {
    EXPECT_EQ(array[i], static_cast<int>(i % 10));
  }
}

TEST_F(UnitMemoryTest, InitialValues)
{
  const int id = dash::myid();
  const dash::Array<int> array(3 * dash::size(), {10 * id, 10 * id + 1, 10 * id + 2});
  for (std::size_t i = 0; i < array.size(); ++i) {
    EXPECT_EQ(array[i], static_cast<int>(10 * (i / 3) + i % 3));
  }
}

TEST_F(UnitMemoryTest, ElementsAreReadAndWrittenByAll)
{
  dash::Array<int> array(7 * dash::size(), dash::CYCLIC);
  const auto me = static_cast<std::size_t>(dash::myid());
  for (std::size_t i = me * 7; i < me * 7 + 7; ++i) {
    array[i] = static_cast<int>(i);
    array[i] += 100;
    ++array[i];
  }
  array.barrier();
  const auto next = (me + 1) % dash::size();
  for (std::size_t i = next * 7; i < next * 7 + 7; ++i) {
    array.async[i].set(array.at(i) + 1);
  }
  array.barrier();
  int sum = 0;
  for (const int value : array) sum += value;
  int expected = 0;
  for (std::size_t i = 0; i < array.size(); ++i) expected += static_cast<int>(i) + 102;
  EXPECT_EQ(sum, expected);
}

TEST_F(UnitMemoryTest, OwnElementsAreKnownAsLocal)
{
  dash::Array<double> array(5 * dash::size(), dash::BLOCKCYCLIC(2));
  const auto me = dash::Team::All().myid();
  for (std::size_t i = 0; i < array.size(); ++i) {
    const auto it = array.begin() + i;
    const bool own = array.pattern().unit_at(i) == me;
    EXPECT_EQ(it.is_local(), own);
    EXPECT_EQ(array[i].is_local(), own);
    EXPECT_EQ(it.local(), own ? array.lbegin() + it.lpos().index : nullptr);
    const auto pointer = static_cast<decltype(array)::pointer>(it);
    EXPECT_EQ(pointer.local(), it.local());
  }
}

TEST_F(UnitMemoryTest, AtomicsUnderContention)
{
  dash::Array<dash::Atomic<long>> counters(dash::size());
  dash::fill(counters.begin(), counters.end(), 0L);
  counters.barrier();
  for (int i = 0; i < 100; ++i) {
    for (std::size_t u = 0; u < dash::size(); ++u) {
      counters[u].add(1);
      counters.async[u].add(2);
    }
  }
  counters.barrier();
  const long expected = 300 * static_cast<long>(dash::size());
  for (std::size_t u = 0; u < dash::size(); ++u) EXPECT_EQ(counters[u].load(), expected);
  counters.barrier();
  const auto me = static_cast<std::size_t>(dash::myid());
  EXPECT_TRUE(counters[me].compare_exchange(expected, -1));
  EXPECT_FALSE(counters[me].compare_exchange(expected, -2));
  EXPECT_EQ(counters[me].exchange(7), -1);
}

struct Particle {
  double x;
  int charge;
};

TEST_F(UnitMemoryTest, MembersOfElements)
{
  dash::Array<Particle> particles(2 * dash::size());
  const auto next = (static_cast<std::size_t>(dash::myid()) + 1) % dash::size();
  particles[2 * next].member(&Particle::charge) = 5;
  particles[2 * next].member(&Particle::x) = 0.5;
  particles.barrier();
  const Particle own = particles[2 * static_cast<std::size_t>(dash::myid())];
  EXPECT_EQ(own.charge, 5);
  EXPECT_EQ(own.x, 0.5);
}

TEST_F(UnitMemoryTest, PlacesTellTheOwnersOfViews)
{
  dash::Array<int> array(4 * dash::size());
  const auto view =
      array | std::views::drop(1) | std::views::transform([](int value) { return value + 1; });
  for (std::size_t i = 1; i < array.size(); ++i) {
    const auto it = view.begin() + static_cast<std::ptrdiff_t>(i - 1);
    const auto location = dash::detail::locate_element(it);
    EXPECT_EQ(dart_owner_of_mapped(location.address), static_cast<dart_unit_t>(i / 4));
    EXPECT_EQ(dash::detail::gptr_of_mapped(location.address), array[i].dart_gptr());
  }
}

TEST_F(UnitMemoryTest, AlgorithmsOnViews)
{
  dash::Array<int> array(4 * dash::size());
  dash::fill(array.begin(), array.end(), 2);
  array.barrier();
  const auto view =
      array | std::views::drop(1) | std::views::transform([](int value) { return value + 1; });
  EXPECT_EQ(dash::reduce(view, 0), 3 * (static_cast<int>(array.size()) - 1));
}

TEST_F(UnitMemoryTest, SpaceAsMemoryResource)
{
  dash::UnitSpace space;
  std::vector<void*> blocks;
  for (std::size_t nbytes : {1, 100, 5000}) {
    void* const block = space.allocate(nbytes, 64);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(block) % 64, 0u);
    EXPECT_EQ(dash::detail::is_device_memory(block), dash::is_gpu_unit());
    blocks.push_back(block);
  }
  const int value = 42;
  int copy = 0;
  dash::copy(&value, &value + 1, static_cast<int*>(blocks[1]));
  dash::copy(static_cast<int*>(blocks[1]), static_cast<int*>(blocks[1]) + 1, &copy);
  EXPECT_EQ(copy, 42);
  space.deallocate(blocks[0], 1, 64);
  space.deallocate(blocks[1], 100, 64);
  space.deallocate(blocks[2], 5000, 64);
  EXPECT_TRUE(space.is_equal(dash::UnitSpace()));
  EXPECT_FALSE(space.is_equal(dash::HostSpace()));
}

template <class Space>
bool pool_takes_device_memory()
{
  dash::GlobLocalMemoryPool<Space> pool;
  const auto pointer = pool.allocate(64);
  const bool result =
      dash::detail::is_device_memory(dash::detail::local_address(pointer.dart_gptr()));
  pool.deallocate(pointer, 64);
  return result;
}

TEST_F(UnitMemoryTest, PoolsOfBothMemories)
{
  EXPECT_EQ(pool_takes_device_memory<dash::UnitSpace>(), dash::is_gpu_unit());
  EXPECT_FALSE(pool_takes_device_memory<dash::HostSpace>());
  const auto pointer = dash::memalloc<int>(3);
  ASSERT_NE(pointer.local(), nullptr);
  pointer.local()[2] = 3;
  EXPECT_EQ(static_cast<int>(pointer[2]), 3);
  dash::memfree(pointer, 3);
}

TEST_F(UnitMemoryTest, PrintsLocalElements)
{
  const dash::Array<int> array(2 * dash::size(), {4, 5});
  std::ostringstream text;
  using dash::operator<<;
  text << array.local;
  EXPECT_EQ(text.str(), "{ 4, 5 }");
}

}  // namespace
