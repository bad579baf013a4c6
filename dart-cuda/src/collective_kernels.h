#pragma once

/// \file
/// Executes the kernels of collectives, one after the other.

#include <cuda_runtime_api.h>

#include <cstdint>
#include <mutex>
#include <optional>
#include <span>

#include "combine_kernel.h"
#include "gpu.h"
#include "memory/combination.h"
#include "memory/device_space.h"
#include "persistent_worker.h"

namespace dart::cuda {

/// A stream of a GPU for kernels that callers wait for. Blocks of small kernels tell by words of
/// host memory that they are complete, which callers see earlier than the end of the stream. Small
/// work that follows other small work needs no launch.
class CollectiveKernels {
 public:
  /// \param linger_us  how many microseconds kernels wait for more small work; 0: each is launched
  CollectiveKernels(Gpu& gpu, unsigned linger_us);
  ~CollectiveKernels();
  CollectiveKernels(const CollectiveKernels&) = delete;
  CollectiveKernels& operator=(const CollectiveKernels&) = delete;

  // Complete on return. \throws CudaError
  void combine(std::span<const Combination> combinations);
  void move(std::span<const DeviceSpace::Move> moves);

 private:
  bool does_small(const std::optional<SmallWork>& work);
  template <class Launch>
  void run(Launch launch);
  void await(std::uint32_t& word, std::uint32_t number);

  Gpu& gpu_;
  std::mutex mutex_;
  cudaStream_t stream_ = nullptr;
  std::uint32_t* done_ =
      nullptr;  ///< for each block, the last kernel that has said so; pinned memory
  std::uint32_t started_ = 0;
  std::optional<PersistentWorker> worker_;
};

}  // namespace dart::cuda
