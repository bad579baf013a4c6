// Tier: suite n3 c2g2; sanitized c2g2

#include <dash/Array.h>
#include <dash/Distribution.h>
#include <dash/Exception.h>
#include <dash/GlobAsyncRef.h>
#include <dash/GlobRef.h>
#include <dash/Team.h>
#include <dash/algorithm/Reduce.h>
#include <dash/dart/if/dart.h>
#include <dash/memory/GlobLocalMemoryPool.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <numeric>
#include <string>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

#include "array/arrays.h"
#include "array/rare_arrays.h"
#include "base/values.h"
#include "dash_test_base.h"
#include "native_memory.h"
#include "team/teams.h"

namespace {

using dash::test::assign;
using dash::test::contents;
using dash::test::CsrArray;
using dash::test::fill_local_values;
using dash::test::for_each_array;
using dash::test::for_each_rare_array;
using dash::test::local_values;
using dash::test::own_of;
using dash::test::Particle;
using dash::test::read_at;
using dash::test::sequence;
using dash::test::set_local_values;
using dash::test::teams;
using dash::test::write_at;

class ArrayTest : public dash::test::TestBase {
 protected:
  static int me() { return dash::myid(); }
  static int num_units() { return static_cast<int>(dash::size()); }
};

/// Each unit writes its part natively; all units read all elements through global references.
template <class Array>
void expect_reads(Array& array)
{
  using T = typename Array::value_type;
  const auto expected = sequence<T>(array.size());
  assign(array, expected);
  EXPECT_EQ(expected, contents(array));
  EXPECT_EQ(array.size() == 0, array.empty());
  EXPECT_EQ(array.lsize(), static_cast<std::size_t>(array.lend() - array.lbegin()));
  EXPECT_LE(array.lsize(), array.lcapacity());
  std::size_t owned = 0;
  for (std::size_t i = 0; i < array.size(); ++i) {
    const bool is_local = array.is_local(static_cast<std::ptrdiff_t>(i));
    owned += is_local ? 1 : 0;
    EXPECT_EQ(is_local, array[i].is_local());
  }
  EXPECT_EQ(array.lsize(), owned);
  array.barrier();
}

TEST_F(ArrayTest, ReadsOfEveryDistributionAndSize)
{
  for (dash::Team& team : teams()) {
    for (const std::size_t n : {0, 1, 2, 7, 40}) {
      for_each_array(n, team, [](auto& array) { expect_reads(array); });
      for_each_array<Particle>(n, team, [](auto& array) { expect_reads(array); });
    }
    for_each_rare_array(24, team, [](auto& array) { expect_reads(array); });
  }
}

TEST_F(ArrayTest, WritesOfOtherUnitsElements)
{
  for_each_array(29, dash::Team::All(), [](auto& array) {
    // The unit after its owner writes each element.
    for (std::size_t i = 0; i < array.size(); ++i) {
      const auto owner = array.pattern().unit_at(static_cast<std::ptrdiff_t>(i));
      if ((owner + 1) % num_units() == me()) array[i] = static_cast<int>(100 + i);
    }
    array.barrier();
    std::vector<int> expected(array.size());
    std::iota(expected.begin(), expected.end(), 100);
    EXPECT_EQ(own_of(array, expected), local_values(array));
    array.barrier();
  });
}

TEST_F(ArrayTest, MoreUnitsThanElements)
{
  dash::Array<int> array(1, dash::BLOCKED);
  if (me() == 0) array[0] = 7;
  array.barrier();
  EXPECT_EQ(7, static_cast<int>(array[0]));
  EXPECT_EQ(me() == 0 ? 1u : 0u, array.lsize());
  EXPECT_EQ(1, array.end() - array.begin());
  array.barrier();
}

TEST_F(ArrayTest, InitialiserListOfEachUnit)
{
  const auto n = static_cast<std::size_t>(3 * num_units());
  dash::Array<int> blocked(n, {me(), me() + 10, me() + 20});
  dash::Array<int> cyclic(n, {me(), me() + 10, me() + 20}, dash::CYCLIC);
  for (int u = 0; u < num_units(); ++u) {
    EXPECT_EQ(u + 20, static_cast<int>(blocked[static_cast<std::size_t>(3 * u + 2)]));
    EXPECT_EQ(u + 20, static_cast<int>(cyclic[static_cast<std::size_t>(2 * num_units() + u)]));
  }
  blocked.barrier();

  dash::Array<int> late;
  EXPECT_THROW(late.allocate(0, {1}, dash::BLOCKED), dash::exception::InvalidArgument);
  EXPECT_THROW(late.allocate(n, {1, 2, 3, 4}, dash::BLOCKED), dash::exception::InvalidArgument);
  EXPECT_EQ(0u, late.size());
}

TEST_F(ArrayTest, DelayedAllocation)
{
  dash::Array<int> array;
  EXPECT_EQ(0u, array.size());
  EXPECT_TRUE(array.begin() == array.end());
  EXPECT_EQ(nullptr, array.lbegin());
  array.barrier();  // has no effect without memory
  array.flush();

  EXPECT_TRUE(array.allocate(13, dash::CYCLIC));
  EXPECT_EQ(13u, array.size());
  assign(array, sequence(13));
  EXPECT_EQ(sequence(13), contents(array));

  EXPECT_TRUE(array.allocate(5));
  EXPECT_EQ(5u, array.size());
  array.deallocate();
  array.deallocate();
  EXPECT_EQ(0u, array.size());
  EXPECT_TRUE(array.begin() == array.end());

  EXPECT_TRUE(array.allocate(0, dash::BLOCKED));
  EXPECT_TRUE(array.begin() == array.end());
  EXPECT_EQ(0u, array.lsize());
}

TEST_F(ArrayTest, TeamOfConstructionWins)
{
  for (dash::Team& team : teams()) {
    dash::Array<int> array(team);
    array.allocate(11, dash::BLOCKED, dash::Team::All());
    EXPECT_EQ(team.dart_id(), array.team().dart_id());
    EXPECT_EQ(team.size(), static_cast<std::size_t>(array.pattern().num_units()));
    assign(array, sequence(11));
    EXPECT_EQ(sequence(11), contents(array));
  }
}

TEST_F(ArrayTest, MovedArrayKeepsElementsAndProxies)
{
  dash::Array<int> source(17, dash::CYCLIC);
  assign(source, sequence(17));
  dash::Array<int> moved(std::move(source));
  EXPECT_EQ(0u, source.size());  // NOLINT(bugprone-use-after-move)
  EXPECT_EQ(nullptr, source.lbegin());
  EXPECT_EQ(sequence(17), contents(moved));
  EXPECT_EQ(moved.lbegin(), moved.local.begin());
  EXPECT_EQ(&moved.pattern(), &moved.local.pattern());
  EXPECT_EQ(17u, moved.async.size());

  dash::Array<int> assigned(3);
  assigned = std::move(moved);
  EXPECT_EQ(sequence(17), contents(assigned));
  EXPECT_EQ(assigned.lsize(), assigned.local.size());
  if (me() == 0) {
    assigned.async[16] = 99;
    assigned.async.flush();
  }
  assigned.barrier();
  EXPECT_EQ(99, static_cast<int>(assigned[16]));
  assigned.barrier();

  std::vector<dash::Array<int>> several;
  for (int i = 0; i < 5; ++i) several.emplace_back(dash::Array<int>(10));
  for (auto& array : several) assign(array, sequence(10));
  for (auto& array : several) EXPECT_EQ(sequence(10), contents(array));
  std::swap(several[0], several[4]);
  EXPECT_EQ(sequence(10), contents(several[0]));
}

TEST_F(ArrayTest, ConstAccess)
{
  dash::Array<int> array(21, dash::BLOCKCYCLIC(2));
  assign(array, sequence(21));
  const auto& readonly = array;
  static_assert(std::is_same_v<dash::GlobRef<const int>, decltype(readonly[0])>);
  static_assert(std::is_same_v<const int*, decltype(readonly.lbegin())>);
  static_assert(std::is_same_v<const int&, decltype(readonly.local[0])>);
  static_assert(std::is_same_v<dash::GlobAsyncRef<const int>, decltype(readonly.async[0])>);
  EXPECT_EQ(sequence(21), contents(readonly));
  EXPECT_EQ(sequence(21)[20], readonly.at(20));
  EXPECT_TRUE(std::equal(readonly.begin(), readonly.end(), array.begin()));
  EXPECT_EQ(sequence(21)[5], readonly.async[5].get());
  array.barrier();
}

TEST_F(ArrayTest, IndexOutOfRange)
{
  dash::Array<int> array(10);
  const auto& readonly = array;
  EXPECT_THROW(array.at(10), dash::exception::OutOfRange);
  EXPECT_THROW(readonly.at(static_cast<std::size_t>(-1)), dash::exception::OutOfRange);
  try {
    array.at(10);
  } catch (const dash::exception::OutOfRange& error) {
    EXPECT_NE(std::string::npos, std::string(error.what()).find("10"));
  }
#if defined(DASH_ENABLE_ASSERTIONS)
  EXPECT_THROW(array[10], dash::exception::OutOfRange);
  EXPECT_THROW(array.local[array.lsize()], dash::exception::OutOfRange);
  EXPECT_THROW(*array.end(), dash::exception::OutOfRange);
#endif
}

TEST_F(ArrayTest, MoreElementsThanMemoryHas)
{
  using Array = dash::Array<double>;
  for (const std::size_t size : {std::size_t{1} << 62, std::size_t{1} << 61, dash::size() << 50}) {
    EXPECT_THROW(Array{size}, dash::exception::RuntimeError) << size;
  }
  for (const std::size_t size : {SIZE_MAX, std::size_t{1} << 63}) {
    EXPECT_THROW(Array{size}, dash::exception::InvalidArgument) << size;
  }
  Array array;
  EXPECT_THROW(array.allocate(std::size_t{1} << 60), dash::exception::RuntimeError);
  array.allocate(dash::size());
  fill_local_values(array, 1.0);
  EXPECT_EQ(static_cast<double>(dash::size()), dash::reduce(array.begin(), array.end(), 0.0));
}

TEST_F(ArrayTest, AllocationOutsideOfInit)
{
  dash::Array<int> survivor(10);
  dash::finalize();
  EXPECT_EQ(0u, survivor.size());  // finalize has freed its memory
  try {
    dash::Array<int> array(10);
    ADD_FAILURE() << "allocated before dash::init";
  } catch (const dash::exception::RuntimeError& error) {
    EXPECT_NE(std::string::npos, std::string(error.what()).find("dash::init"));
  }
  dash::Array<int> late;
  EXPECT_THROW(late.allocate(10, dash::CYCLIC), dash::exception::RuntimeError);
  SetUp();
  EXPECT_TRUE(late.allocate(10, dash::CYCLIC));
  EXPECT_TRUE(survivor.allocate(10));
}

TEST_F(ArrayTest, FreedTeamLeavesArraysEmpty)
{
  dash::Team& team = teams().back();
  dash::Array<int> array(10, dash::BLOCKED, team);
  team.free();
  EXPECT_EQ(0u, array.size());
  EXPECT_EQ(nullptr, array.lbegin());
}

TEST_F(ArrayTest, LocalPartAsStdRange)
{
  dash::HostArray<int> array(50, dash::CYCLIC);
  std::iota(array.local.begin(), array.local.end(), me());
  int sum = 0;
  for (const int value : array.local) sum += value;
  EXPECT_EQ(std::accumulate(array.lbegin(), array.lend(), 0), sum);
  EXPECT_EQ(array.lsize(), array.local.size());
  array.barrier();
}

TEST_F(ArrayTest, GlobalRangeFor)
{
  dash::Array<int> array(33, dash::TILE(4));
  assign(array, sequence(33));
  std::vector<int> seen;
  for (int value : array) seen.push_back(value);
  EXPECT_EQ(sequence(33), seen);
  array.barrier();
  if (me() == 0) {
    for (auto ref : array) ref = -1;
  }
  array.barrier();
  EXPECT_EQ(std::vector<int>(33, -1), contents(array));
}

TEST_F(ArrayTest, Blocks)
{
  dash::Array<int> array(23, dash::BLOCKCYCLIC(5));
  assign(array, sequence(23));
  const auto expected = sequence(23);
  std::vector<int> seen;
  for (int b = 0; b < 5; ++b) {
    const auto block = array.block(b);
    EXPECT_EQ(b == 4 ? 3u : 5u, block.size());
    for (auto it = block.begin(); it != block.end(); ++it) seen.push_back(*it);
  }
  EXPECT_EQ(expected, seen);

  std::vector<int> own;
  for (int b = 0; own.size() < array.lsize(); ++b) {
    const auto block = array.local.block(b);
    const auto values = read_at(block.begin(), block.size());
    own.insert(own.end(), values.begin(), values.end());
  }
  EXPECT_EQ(local_values(array), own);
  array.barrier();
}

TEST_F(ArrayTest, LargeAndNestedElements)
{
  struct Record {
    std::array<double, 512> values;
  };
  const auto n = static_cast<std::size_t>(2 * num_units() + 1);
  dash::Array<Record> records(n);
  Record mine;
  mine.values.fill(me() + 0.5);
  set_local_values(records, std::vector<Record>(records.lsize(), mine));
  records.barrier();
  for (std::size_t i = 0; i < n; ++i) {
    const Record record = records[i];
    EXPECT_EQ(records.pattern().unit_at(static_cast<std::ptrdiff_t>(i)) + 0.5, record.values[511]);
  }
  dash::Array<std::array<int, 3>> triples(n, dash::CYCLIC);
  triples.barrier();
  if (me() == 0) triples[n - 1] = std::array<int, 3>{1, 2, 3};
  triples.barrier();
  EXPECT_EQ(
      (std::array<int, 3>{1, 2, 3}), static_cast<decltype(triples)::value_type>(triples[n - 1]));
  triples.barrier();
}

TEST_F(ArrayTest, PointersAndIteratorsAsElements)
{
  dash::Array<int> array(16);
  dash::Array<dash::GlobMemAllocPtr<int>> pointers(dash::size());
  dash::Array<dash::Array<int>::iterator> iterators(dash::size());
  auto mine = dash::memalloc<int>(4);
  for (int i = 0; i < 4; ++i) mine[i] = 10 * me() + i;
  pointers[dash::myid()] = mine;
  iterators[dash::myid()] = array.begin() + me();
  pointers.barrier();
  iterators.barrier();
  for (int u = 0; u < num_units(); ++u) {
    dash::GlobMemAllocPtr<int> theirs = pointers[static_cast<std::size_t>(u)];
    EXPECT_EQ(10 * u + 3, static_cast<int>(theirs[3]));
    const dash::Array<int>::iterator it = iterators[static_cast<std::size_t>(u)];
    EXPECT_EQ(u, it.pos());
  }
  pointers.barrier();
  dash::memfree(mine, 4);
}

TEST_F(ArrayTest, ThreadsAccessAtOnce)
{
  constexpr int num_threads = 4;
  constexpr int per_thread = 500;
  dash::Array<int> array(static_cast<std::size_t>(num_threads * per_thread * num_units()));
  const int next = (me() + 1) % num_units();
  std::vector<std::thread> threads;
  for (int t = 0; t < num_threads; ++t) {
    threads.emplace_back([&, t] {
      const auto begin = static_cast<std::size_t>((next * num_threads + t) * per_thread);
      for (std::size_t i = begin; i < begin + per_thread; ++i) array[i] = static_cast<int>(i);
    });
  }
  for (auto& thread : threads) thread.join();
  array.barrier();
  for (std::size_t i = 0; i < array.size(); ++i) ASSERT_EQ(static_cast<int>(i), array[i]);
  array.barrier();
}

TEST_F(ArrayTest, ManyShortLives)
{
  for (int round = 0; round < 200; ++round) {
    dash::Array<double> array(static_cast<std::size_t>(round), dash::CYCLIC);
    set_local_values(array, std::vector<double>(array.lsize(), round));
  }
  dash::Array<int> last(dash::size());
  write_at(last.lbegin(), 1);
  last.barrier();
  EXPECT_EQ(num_units(), std::accumulate(last.begin(), last.end(), 0));
  last.barrier();
}

}  // namespace
