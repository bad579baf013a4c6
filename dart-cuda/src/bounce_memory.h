#pragma once

/// \file
/// Bounce buffers on a GPU.

#include <cuda_runtime_api.h>

#include <cstddef>
#include <functional>

#include "gpu.h"
#include "memory/bounce_buffers.h"

namespace dart::cuda {

/// Buffers in memory of one GPU, which kernels of all GPUs can access that reach it.
class BounceMemory {
 public:
  BounceMemory(Gpu& gpu, const Gpus& gpus) : gpu_(gpu), gpus_(gpus) {}
  ~BounceMemory();
  BounceMemory(const BounceMemory&) = delete;
  BounceMemory& operator=(const BounceMemory&) = delete;

  /// \param is_usable  whether such buffers can be used; asked once, since that takes system calls
  /// \return nullptr if they cannot, if all are lent, or if the GPU has no memory left for them
  std::byte* acquire(const std::function<bool()>& is_usable);
  bool release(const std::byte* buffer) { return buffers_.release(buffer); }
  std::size_t bytes_from(const void* address) const { return buffers_.bytes_from(address); }
  const Gpu& gpu() const { return gpu_; }

 private:
  void make_pool();
  std::byte* allocate();

  Gpu& gpu_;
  const Gpus& gpus_;
  bool is_first_ = true;          // so far, nobody has asked for a buffer
  cudaMemPool_t pool_ = nullptr;  // nullptr if there is none
  cudaStream_t stream_ = nullptr;
  BounceBuffers buffers_;
};

}  // namespace dart::cuda
