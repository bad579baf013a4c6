#include "support/device_memory.h"

#ifdef BENCH_WITH_CUDA
#include <cuda_runtime_api.h>
#endif

#include <dash/Init.h>
#include <dash/dart/if/dart.h>

#include <cstddef>
#include <stdexcept>

namespace bench {

#ifdef BENCH_WITH_CUDA

namespace {

int gpu_of(int unit)
{
  int gpu = -1;
  dart_unit_gpu(dart_global_unit_t{unit}, &gpu);
  return gpu;
}

}  // namespace

bool knows_device_memory()
{
  return dart_gpu_backend() == DART_GPU_CUDA;
}

double used_device_bytes()
{
  const int me = dash::myid().id;
  for (int unit = 0; unit < me; ++unit) {
    if (gpu_of(unit) == gpu_of(me)) return 0;
  }
  void* stream = nullptr;
  dart_gpu_stream(&stream);  // selects the unit's GPU
  std::size_t available = 0, total = 0;
  if (cudaMemGetInfo(&available, &total) != cudaSuccess) {
    throw std::runtime_error("CUDA does not tell how much memory the GPU has left");
  }
  return static_cast<double>(total - available);
}

#else

bool knows_device_memory()
{
  return false;
}

double used_device_bytes()
{
  return 0;
}

#endif

}  // namespace bench
