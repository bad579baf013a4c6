// Tier: suite n3 c2g2 h2n2.messages; sanitized c2g2

// Tasks that execute where their data are not: copies there and back, policies, errors.

#include <atomic>
#include <chrono>
#include <stdexcept>
#include <thread>

#include "task.h"

namespace dart::test {
namespace {

class TaskMovesTest : public DartTest {
 protected:
  bool leads_device(size_t unit) const
  {
    const auto gpu_of = [](size_t id) {
      int gpu = -1;
      EXPECT_OK(dart_unit_gpu(dart_global_unit_t(static_cast<dart_unit_t>(id)), &gpu));
      return gpu;
    };
    for (size_t before = 0; before < unit; ++before) {
      if (gpu_of(unit) >= 0 && gpu_of(before) == gpu_of(unit)) return false;
    }
    return true;
  }
};

dart_tapi_task_desc_t pinned(dart_tapi_task_desc_t desc, size_t unit)
{
  desc.affinity = DART_TAPI_AFFINITY_UNIT;
  desc.unit = dart_global_unit_t(static_cast<dart_unit_t>(unit));
  return desc;
}

/// Computes range 0 = 3 · range 0 + range 1, and range 2 = the sums of their words.
dart_ret_t mix(const Args* args)
{
  auto* inout = static_cast<uint64_t*>(args->data[0]);
  const auto* in = static_cast<const uint64_t*>(args->data[1]);
  auto* out = static_cast<uint64_t*>(args->data[2]);
  for (size_t k = 0; k < args->nbytes[0] / sizeof(uint64_t); ++k) {
    inout[k] = 3 * inout[k] + in[k];
    out[k] = inout[k] + in[k];
  }
  return DART_OK;
}

/// A chain of tasks over all units, on data of this unit and of its neighbours.
TEST_F(TaskMovesTest, DataComesAndGoesBack)
{
  if (dash::test::hosts() > 1) GTEST_SKIP() << "units of one host execute each other's tasks";
  for (const dart_memory_t memory : {DART_MEMORY_UNIT, DART_MEMORY_HOST}) {
    for (const size_t n : {size_t{3}, size_t{40000}}) {
      Segment<uint64_t> sums(n, DART_TEAM_ALL, memory);
      Segment<uint64_t> parts(n, DART_TEAM_ALL, memory);
      Segment<uint64_t> results(n, DART_TEAM_ALL, memory);
      parts.fill(me() + 10);
      sums.fill(1);
      results.fill(0);
      const size_t nbytes = n * sizeof(uint64_t);
      std::vector<Task> chain;
      for (size_t unit = 0; unit < size; ++unit) {
        const dart_tapi_range_t ranges[] = {
            {sums.at(me()), nbytes, DART_TAPI_INOUT},
            {parts.at(next()), nbytes, DART_TAPI_IN},
            {results.at(next()), nbytes, DART_TAPI_OUT}};
        dart_tapi_task_desc_t desc = pinned(description(mix), unit);
        if (!leave_to_host(desc)) GTEST_SKIP() << needs_host;
        if (desc.gpu == nullptr) desc.affinity = DART_TAPI_AFFINITY_NONE;
        desc.ranges = ranges;
        desc.nranges = 3;
        chain.emplace_back(desc).start();
      }
      for (const Task& task : chain) EXPECT_OK(task.wait());
      barrier();
      const auto sum_at = [&](size_t unit) {
        uint64_t sum = 1;
        for (size_t k = 0; k < size; ++k) sum = 3 * sum + (unit + 1) % size + 10;
        return sum;
      };
      EXPECT_TRUE(same(std::vector<uint64_t>(n, sum_at(me())), sums.values()));
      EXPECT_TRUE(same(std::vector<uint64_t>(n, sum_at(previous()) + me() + 10), results.values()));
      barrier();
    }
  }
}

/// A task that writes its range and then fails.
dart_ret_t spoil_and_throw(const Args* args)
{
  static_cast<uint64_t*>(args->data[0])[0] = 99;
  throw std::runtime_error("spoiled");
}

TEST_F(TaskMovesTest, FailedTasksWriteNothingBack)
{
  if (dash::test::hosts() > 1) GTEST_SKIP() << "units of one host execute each other's tasks";
  constexpr size_t n = 40000;
  Segment<uint64_t> data(n);
  data.fill(5);
  const dart_tapi_range_t range{data.at(me()), n * sizeof(uint64_t), DART_TAPI_INOUT};
  dart_tapi_task_desc_t desc = description(spoil_and_throw);
  if (!leave_to_host(desc)) GTEST_SKIP() << needs_host;
  desc.ranges = &range;
  desc.nranges = 1;
  dart_unit_kind_t mine = DART_UNIT_CPU, other = DART_UNIT_CPU;
  EXPECT_OK(dart_unit_kind(myid, &mine));
  EXPECT_OK(dart_unit_kind(dart_global_unit_t(0), &other));
  const bool is_moved = mine == DART_UNIT_GPU && other == DART_UNIT_CPU;
  if (is_moved) {
    Task task(pinned(desc, 0));
    EXPECT_EQ(DART_ERR_OTHER, task.start().wait());
    EXPECT_EQ("spoiled", task.error());
    EXPECT_EQ(5U, data.value());
  }
  barrier();
}

struct Visit {
  int64_t* by_unit;  ///< counts for each unit, in host memory
  int64_t microseconds;
};

dart_ret_t visit(const Args* args)
{
  const auto& [by_unit, microseconds] = arguments_of<Visit>(args);
  std::this_thread::sleep_for(std::chrono::microseconds(microseconds));
  std::atomic_ref(by_unit[args->unit.id]).fetch_add(1);
  return DART_OK;
}

/// Number of a unit's tasks, all on its own data, that execute at each unit.
std::vector<int64_t> visits(size_t units, size_t nbytes, int tasks, int64_t microseconds)
{
  dart_gptr_t counts = DART_GPTR_NULL;
  EXPECT_OK(dart_memalloc_in(DART_MEMORY_HOST, units * sizeof(int64_t), DART_TYPE_BYTE, &counts));
  dart_gptr_t data = DART_GPTR_NULL;
  EXPECT_OK(dart_memalloc(nbytes * tasks, DART_TYPE_BYTE, &data));
  auto* by_unit = address_of<int64_t>(counts);
  std::fill_n(by_unit, units, 0);
  const Visit args{by_unit, microseconds};
  std::vector<Task> all;
  for (int k = 0; k < tasks; ++k) {
    const dart_tapi_range_t range{
        advanced(data, static_cast<int64_t>(nbytes) * k), nbytes, DART_TAPI_INOUT};
    dart_tapi_task_desc_t desc = description(visit, args);
    desc.ranges = &range;
    desc.nranges = 1;
    all.emplace_back(desc).start();
  }
  for (const Task& task : all) EXPECT_OK(task.wait());
  const std::vector<int64_t> found(by_unit, by_unit + units);
  EXPECT_EQ(tasks, std::accumulate(found.begin(), found.end(), int64_t{0}));
  EXPECT_OK(dart_memfree(data));
  EXPECT_OK(dart_memfree(counts));
  return found;
}

size_t count_visited(const std::vector<int64_t>& by_unit)
{
  return by_unit.size() - static_cast<size_t>(std::count(by_unit.begin(), by_unit.end(), 0));
}

/// Whether other units take long tasks. On a loaded machine they may not run for as long as the
/// tasks take.
bool others_take_long_tasks(size_t units)
{
  int taken = 0;
  for (int attempt = 0; attempt < 10 && taken < 3; ++attempt) {
    if (count_visited(visits(units, 100000, 40, 5000)) > 1) ++taken;
  }
  return taken == 3;
}

TEST_F(TaskMovesTest, IdleDevicesTakeLongTasks)
{
  if (size == 1 || dash::test::hosts() > 1) GTEST_SKIP() << "needs several units of a host";
  for (const size_t creator : {size_t{0}, size - 1}) {
    if (me() == creator && leads_device(me())) {
      EXPECT_TRUE(others_take_long_tasks(size));
    }
    barrier();
  }
}

/// Moving the data back and forth would take much longer than the tasks.
TEST_F(TaskMovesTest, ShortTasksOnMuchDataStay)
{
  dart_unit_kind_t kind = DART_UNIT_CPU;
  EXPECT_OK(dart_unit_kind(myid, &kind));
  const bool moves_cost = kind == DART_UNIT_GPU && leads_device(me());
  if (moves_cost) visits(size, 1000, 20, 0);  // measures the times
  barrier();
  if (moves_cost && me() + 1 == size) {
    // A task whose thread lost its core looks like a long task.
    int64_t stayed = 0;
    for (int attempt = 0; attempt < 5 && stayed < 7; ++attempt) {
      stayed = visits(size, 4000000, 10, 0)[me()];
    }
    EXPECT_LE(7, stayed);
  }
  barrier();
}

TEST_F(TaskMovesTest, AffinityStays)
{
  const RunWith policy("DART_TASK_POLICY", "affinity");
  if (leads_device(me())) {
    EXPECT_EQ(20, visits(size, 1000, 20, 500)[me()]);
  }
  barrier();
}

TEST_F(TaskMovesTest, NoAffinityGoesToWhoIsFree)
{
  if (size == 1 || dash::test::hosts() > 1) GTEST_SKIP() << "needs several units of a host";
  const RunWith policy("DART_TASK_POLICY", "none");
  if (me() == 0) {
    EXPECT_TRUE(others_take_long_tasks(size));
  }
  barrier();
}

TEST_F(TaskMovesTest, WithoutCopiesInPlace)
{
  const RunWith copies("DART_TASK_COPY", "1T");
  visits(size, 100000, 20, 100);
  barrier();
}

}  // namespace
}  // namespace dart::test
