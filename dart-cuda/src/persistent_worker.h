#pragma once

/// \file
/// Small work by a kernel that stays on the GPU for a while.

#include <cuda_runtime_api.h>

#include <cstdint>
#include <memory>

#include "combine_kernel.h"
#include "gpu.h"

namespace dart::cuda {

/// Gives small work to a kernel that has done other work a moment ago, and still waits for more: a
/// launch takes several times as long. If none is there, it launches one. One thread at a time
/// uses it.
class PersistentWorker {
 public:
  /// \param linger_us  how long a kernel waits for more work, in microseconds
  PersistentWorker(Gpu& gpu, unsigned linger_us);
  ~PersistentWorker();
  PersistentWorker(const PersistentWorker&) = delete;
  PersistentWorker& operator=(const PersistentWorker&) = delete;

  /// Complete on return. \throws CudaError
  void perform(const SmallWork& work);

 private:
  struct FreeMailbox {
    void operator()(Mailbox* mailbox) const;
  };

  void launch();
  void check_stream();

  Gpu& gpu_;
  unsigned linger_us_;
  cudaStream_t stream_ = nullptr;
  std::unique_ptr<Mailbox, FreeMailbox> mailbox_;  // pinned memory
  std::uint32_t number_ = 0;                       // the number of the last work
};

}  // namespace dart::cuda
