#pragma once

/// \file
/// Helpers of tests of tasks whose kernels run on CUDA GPUs.

#include <dash/dart/if/dart_tasks_cuda.h>

#include "task.h"

namespace dart::test {

class GpuTasksTest : public DartTest {
 protected:
  void SetUp() override
  {
    int gpus = 0;
    if (cudaGetDeviceCount(&gpus) != cudaSuccess || gpus == 0) GTEST_SKIP() << "no GPU here";
    DartTest::SetUp();
  }

  size_t first_gpu_unit() const
  {
    size_t unit = 0;
    for (dart_unit_kind_t kind = DART_UNIT_CPU; unit < size; ++unit) {
      EXPECT_OK(dart_unit_kind(dart_global_unit_t{static_cast<dart_unit_t>(unit)}, &kind));
      if (kind == DART_UNIT_GPU) break;
    }
    return unit;
  }
};

inline cudaStream_t stream_of(const Args* args)
{
  return static_cast<cudaStream_t>(args->stream);
}

inline dart_tapi_task_desc_t gpu_description(dart_tapi_function_t function)
{
  dart_tapi_task_desc_t desc = description(function);
  desc.cpu = nullptr;
  return desc;
}

template <class T>
dart_tapi_task_desc_t gpu_description(dart_tapi_function_t function, const T& args)
{
  dart_tapi_task_desc_t desc = description(function, args);
  desc.cpu = nullptr;
  return desc;
}

}  // namespace dart::test
