#pragma once

/// \file
/// Atomic operations on device memory, executed by kernels.

#include <cuda_runtime_api.h>

#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

#include "gpu.h"
#include "net/transport.h"
#include "shared_block.h"

namespace dart::cuda {

class DeviceAtomics {
 public:
  /// Functions through which an operation accesses the caller's buffers.
  struct Buffers {
    /// The address by which kernels on \c executor access a buffer; nullptr if they cannot.
    std::function<std::byte*(Gpu& executor, const void* buffer, std::size_t bytes)> for_kernels;
    /// Copies between any two addresses; complete on return. \throws std::runtime_error
    std::function<void(void* to, const void* from, std::size_t bytes)> copy;
  };

  DeviceAtomics(Gpus& gpus, Buffers buffers);
  ~DeviceAtomics();
  DeviceAtomics(const DeviceAtomics&) = delete;
  DeviceAtomics& operator=(const DeviceAtomics&) = delete;

  /// Takes what operations on this GPU need, which may wait for all work on it.
  void prepare(Gpu& executor) { lane(executor); }

  /// Executes the request by kernels on \c executor or, if no instruction supports it, on the host
  /// while \c lock is held. Complete on return.
  void perform(Gpu& executor, std::byte* target, const AtomicRequest& request, SpinLock& lock);

 private:
  /// The stream of one GPU, and pinned memory for operands and results.
  struct Lane {
    explicit Lane(Gpu& gpu);
    ~Lane();
    Gpu& gpu;
    std::mutex mutex;
    cudaStream_t stream = nullptr;
    std::byte* pinned = nullptr;
  };

  Lane& lane(Gpu& gpu);
  bool launch_in_place(Lane& lane, std::byte* target, const AtomicRequest& request);
  void launch_in_batches(Lane& lane, std::byte* target, const AtomicRequest& request);
  void apply_on_host(std::byte* target, const AtomicRequest& request);

  Buffers buffers_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<Lane>> lanes_;  // ordered by ordinal
};

}  // namespace dart::cuda
