#pragma once

/// \file
/// Memory for kernels of the calling GPU unit: temporary memory of CUDA's libraries, and results.

#include <dash/Exception.h>
#include <dash/detail/memory/WorkBuffer.h>

#include <cuda_runtime.h>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <vector>

namespace dash::detail {

/// \throws exception::RuntimeError that names the algorithm unless \c result is cudaSuccess
inline void check_cuda(cudaError_t result, const char* algorithm)
{
  if (result == cudaSuccess) [[likely]]
    return;
  DASH_THROW(
      exception::RuntimeError, algorithm
                                   << " failed on this unit's GPU: " << cudaGetErrorName(result)
                                   << ": " << cudaGetErrorString(result));
}

/// Allocator for Thrust that takes memory from the unit's heap, which needs no synchronisation with
/// the GPU. Memory is freed when the allocator is destroyed, because kernels that use it may be in
/// progress before.
class DeviceAllocator {
 public:
  using value_type = char;

  char* allocate(std::ptrdiff_t nbytes)
  {
    return buffers_.emplace_back(MemoryKind::device, static_cast<std::size_t>(nbytes)).data();
  }
  void deallocate(char* /*buffer*/, std::size_t /*nbytes*/) noexcept {}

 private:
  std::vector<WorkBuffer<char>> buffers_;
};

/// Host memory for results of a thread's kernels. It is kept because pinning memory takes long.
class ResultMemory {
 public:
  /// Room for a value; invalidates the previous one.
  template <class T>
  static T* room_for(const char* algorithm)
  {
    thread_local ResultMemory memory;
    memory.reserve(sizeof(T), algorithm);
    return static_cast<T*>(memory.address_.get());
  }

 private:
  struct Unpin {
    // The driver, and the memory with it, may be gone by now.
    void operator()(void* address) const { static_cast<void>(cudaFreeHost(address)); }
  };

  void reserve(std::size_t nbytes, const char* algorithm)
  {
    if (nbytes <= nbytes_) return;
    const std::size_t room = std::max<std::size_t>(nbytes, 4096);
    void* address = nullptr;
    check_cuda(cudaHostAlloc(&address, room, cudaHostAllocPortable), algorithm);
    address_.reset(address);
    nbytes_ = room;
  }

  std::unique_ptr<void, Unpin> address_;
  std::size_t nbytes_ = 0;
};

}  // namespace dash::detail
