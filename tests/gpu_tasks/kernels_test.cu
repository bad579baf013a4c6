// Kernels of tasks: order, data in each memory, many in flight, overlap, refused launches.

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "gpu_task.h"

namespace dart::test {
namespace {

__global__ void nothing_at_all() {}

dart_ret_t launch_nothing(const Args* args)
{
  nothing_at_all<<<1, 1, 0, stream_of(args)>>>();
  dart_tapi_check_launch();
  return DART_OK;
}

/// Computes to[i] = factor · to[i] + from[i].
__global__ void scale_and_add(uint64_t factor, const uint64_t* from, uint64_t* to, size_t n)
{
  const size_t i = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < n) to[i] = factor * to[i] + from[i];
}

dart_ret_t launch_scale_and_add(const Args* args)
{
  const size_t n = args->nbytes[0] / sizeof(uint64_t);
  scale_and_add<<<static_cast<unsigned>((n + 255) / 256), 256, 0, stream_of(args)>>>(
      arguments_of<uint64_t>(args), static_cast<const uint64_t*>(args->data[1]),
      static_cast<uint64_t*>(args->data[0]), n);
  dart_tapi_check_launch();
  return DART_OK;
}

/// Spins for \c ns nanoseconds in one block.
__global__ void spin(uint64_t ns)
{
  uint64_t begin = 0, now = 0;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(begin));
  do {
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
  } while (now - begin < ns);
}

dart_ret_t launch_spin(const Args* args)
{
  spin<<<1, 1, 0, stream_of(args)>>>(arguments_of<uint64_t>(args));
  dart_tapi_check_launch();
  return DART_OK;
}

dart_ret_t launch_too_many_threads(const Args* args)
{
  nothing_at_all<<<1, 1 << 20, 0, stream_of(args)>>>();
  dart_tapi_check_launch();
  return DART_OK;
}

TEST_F(GpuTasksTest, EmptyTasksOneAfterTheOther)
{
  for (int k = 0; k < 1000; ++k) {
    Task task(gpu_description(launch_nothing));
    ASSERT_OK(dart_tapi_task_run(task));
  }
}

TEST_F(GpuTasksTest, ManyEmptyTasksInFlight)
{
  std::vector<Task> tasks;
  constexpr size_t n = 20000;
  tasks.reserve(n);
  for (size_t k = 0; k < n; ++k) tasks.emplace_back(gpu_description(launch_nothing)).start();
  for (const Task& task : tasks) EXPECT_OK(task.wait());
}

/// Tasks of each unit on data of its neighbour and of itself, small and large, in each memory.
TEST_F(GpuTasksTest, ChainsOnDataOfEachMemory)
{
  for (const dart_memory_t memory : {DART_MEMORY_UNIT, DART_MEMORY_HOST}) {
    for (const size_t n : {size_t{1}, size_t{1000}, size_t{100000}, size_t{3000000}}) {
      Segment<uint64_t> sums(n, DART_TEAM_ALL, memory);
      Segment<uint64_t> parts(n, DART_TEAM_ALL, memory);
      sums.fill(1);
      parts.fill(me() + 10);
      std::vector<Task> chain;
      uint64_t expected = 1;
      for (uint64_t k = 0; k < 20; ++k) {
        const size_t owner = (me() + k) % size;
        const dart_tapi_range_t ranges[] = {
            {sums.at(next()), n * sizeof(uint64_t), DART_TAPI_INOUT},
            {parts.at(owner), n * sizeof(uint64_t), DART_TAPI_IN}};
        dart_tapi_task_desc_t desc = gpu_description(launch_scale_and_add, k);
        desc.ranges = ranges;
        desc.nranges = 2;
        desc.affinity = k % 2 == 0 ? DART_TAPI_AFFINITY_NONE : DART_TAPI_AFFINITY_DATA;
        chain.emplace_back(desc).start();
        expected = k * expected + owner + 10;
      }
      for (const Task& task : chain) EXPECT_OK(task.wait());
      barrier();
      // The task of the preceding unit in the ring worked on this unit's part.
      uint64_t mine = 1;
      for (uint64_t k = 0; k < 20; ++k) mine = k * mine + (previous() + k) % size + 10;
      EXPECT_TRUE(same(std::vector<uint64_t>(n, mine), sums.values())) << n;
      EXPECT_EQ(expected, load<uint64_t>(sums.at(next(), n - 1)));
      barrier();
    }
  }
}

TEST_F(GpuTasksTest, KernelsOfTasksOverlap)
{
  constexpr uint64_t ms = 100;  // much longer than the overheads on a loaded machine
  const uint64_t ns = ms * 1000 * 1000;
  if (me() == first_gpu_unit()) {
    const auto run = [&](int tasks) {
      std::vector<Task> all;
      const auto begin = std::chrono::steady_clock::now();
      for (int k = 0; k < tasks; ++k) {
        dart_tapi_task_desc_t desc = gpu_description(launch_spin, ns);
        desc.affinity = DART_TAPI_AFFINITY_UNIT;
        desc.unit = myid;
        all.emplace_back(desc).start();
      }
      for (const Task& task : all) EXPECT_OK(task.wait());
      return std::chrono::steady_clock::now() - begin;
    };
    run(1);
    EXPECT_LT(run(2), std::chrono::milliseconds(2 * ms));  // two long tasks are in flight
  }
  barrier();
}

TEST_F(GpuTasksTest, RefusedLaunchIsTheTasksError)
{
  Task refused(gpu_description(launch_too_many_threads));
  EXPECT_EQ(DART_ERR_OTHER, refused.start().wait());
  EXPECT_NE(std::string::npos, refused.error().find("cudaErrorInvalidValue")) << refused.error();
  Task good(gpu_description(launch_nothing));
  EXPECT_OK(good.start().wait());
}

dart_ret_t throw_after_launch(const Args* args)
{
  launch_nothing(args);
  throw std::runtime_error("after a launch");
}

TEST_F(GpuTasksTest, FailedTasksEnd)
{
  Task failed(gpu_description(throw_after_launch));
  EXPECT_EQ(DART_ERR_OTHER, failed.start().wait());
  EXPECT_EQ("after a launch", failed.error());
}

}  // namespace
}  // namespace dart::test
