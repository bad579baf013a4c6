#include "bounce_memory.h"

#include <utility>
#include <vector>

#include "cuda_check.h"
#include "host_waits.h"

namespace dart::cuda {

BounceMemory::~BounceMemory()
{
  if (pool_ == nullptr) return;
  buffers_.for_each([this](std::byte* memory) { cudaFreeAsync(memory, stream_); });
  cudaStreamSynchronize(stream_);
  cudaStreamDestroy(stream_);
  cudaMemPoolDestroy(pool_);
}

std::byte* BounceMemory::acquire(const std::function<bool()>& is_usable)
{
  return buffers_.acquire([&]() -> std::byte* {
    OnGpu on(gpu_);
    const UncapturedCalls uncaptured;
    if (std::exchange(is_first_, false) && is_usable()) make_pool();
    return allocate();
  });
}

/// Memory of a pool, unlike that of cudaMalloc, is accessible to other GPUs without contexts for
/// them. Some GPUs have no pools.
void BounceMemory::make_pool()
{
  if (gpu_.attribute(CU_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED) == 0) return;
  std::vector<cudaMemAccessDesc> accesses;
  for (const CUmemAccessDesc& accessor : gpus_.accessors_of(gpu_)) {
    accesses.push_back(
        {{cudaMemLocationTypeDevice, accessor.location.id}, cudaMemAccessFlagsProtReadWrite});
  }
  cudaMemPoolProps properties{};
  properties.allocType = cudaMemAllocationTypePinned;
  properties.location = {cudaMemLocationTypeDevice, gpu_.ordinal()};
  cudaMemPool_t pool = nullptr;
  DART_CUDA(cudaMemPoolCreate(&pool, &properties));
  cudaError_t made = cudaMemPoolSetAccess(pool, accesses.data(), accesses.size());
  // The legacy stream would wait for other streams.
  if (made == cudaSuccess) made = cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking);
  if (made != cudaSuccess) cudaMemPoolDestroy(pool);
  check(made, "making a pool of memory that all GPUs can access");
  pool_ = pool;
}

std::byte* BounceMemory::allocate()
{
  if (pool_ == nullptr) return nullptr;
  void* memory = nullptr;
  const cudaError_t allocated =
      cudaMallocFromPoolAsync(&memory, BounceBuffers::bytes, pool_, stream_);
  if (!is_allocated(allocated, "cudaMallocFromPoolAsync")) return nullptr;
  wait_for(stream_);
  return static_cast<std::byte*>(memory);
}

}  // namespace dart::cuda
