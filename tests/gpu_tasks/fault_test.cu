// A kernel that faults: its task and all later tasks of its GPU fail, and no thread waits forever.

#include <string>

#include "gpu_task.h"

namespace dart::test {
namespace {

class GpuFaultTest : public GpuTasksTest {};

__global__ void store_at(volatile int* address)
{
  *address = 1;
}

/// Launches a kernel that stores at an address without memory.
dart_ret_t launch_bad_store(const Args* args)
{
  store_at<<<1, 1, 0, stream_of(args)>>>(reinterpret_cast<int*>(uintptr_t{16}));
  dart_tapi_check_launch();
  return DART_OK;
}

dart_tapi_task_desc_t on_gpu_of(dart_global_unit_t unit, dart_tapi_function_t function)
{
  dart_tapi_task_desc_t desc = gpu_description(function);
  desc.affinity = DART_TAPI_AFFINITY_UNIT;
  desc.unit = unit;
  return desc;
}

int gpu_of(dart_global_unit_t unit)
{
  int gpu = -1;
  EXPECT_OK(dart_unit_gpu(unit, &gpu));
  return gpu;
}

/// Who executes the tasks of a GPU unit, as messages name it: the first unit of the same GPU.
std::string executor_of(dart_global_unit_t unit)
{
  dart_global_unit_t first{0};
  while (gpu_of(first) != gpu_of(unit)) ++first.id;
  return "GPU " + std::to_string(gpu_of(unit)) + " of unit " + std::to_string(first.id);
}

TEST_F(GpuFaultTest, ReachesAllWhoWait)
{
  const dart_global_unit_t last{static_cast<dart_unit_t>(size - 1)};
  if (me() == 0) {
    Task bad(on_gpu_of(last, launch_bad_store));
    EXPECT_EQ(DART_ERR_OTHER, bad.start().wait());
    const std::string where = executor_of(last);
    EXPECT_NE(std::string::npos, bad.error().find(where)) << bad.error();
    EXPECT_NE(std::string::npos, bad.error().find("cudaError")) << bad.error();
    std::vector<Task> later;
    for (int k = 0; k < 100; ++k) later.emplace_back(on_gpu_of(last, launch_bad_store)).start();
    for (const Task& task : later) {
      EXPECT_EQ(DART_ERR_OTHER, task.wait());
      EXPECT_NE(std::string::npos, task.error().find(where)) << task.error();
    }
  }
  barrier();
}

}  // namespace
}  // namespace dart::test
