#pragma once

/// \file
/// Copies of many small elements between a GPU and contiguous host memory.

#include <cstddef>
#include <functional>
#include <mutex>
#include <vector>

#include "base/box.h"
#include "copier.h"
#include "gpu.h"

namespace dart::cuda {

/// Copies boxes of small elements by a kernel between device memory and a buffer on the GPU of the
/// kernel, which has the order of the host memory, and by one copy between that and the host. Copy
/// engines take longer for each element than the bytes take.
class GatheredCopies {
 public:
  GatheredCopies(Gpus& gpus, Copier& copier);
  ~GatheredCopies();
  GatheredCopies(const GatheredCopies&) = delete;
  GatheredCopies& operator=(const GatheredCopies&) = delete;

  /// Starts a copy without gaps, of which the host memory may be pinned in part.
  using PlainCopy =
      std::function<Copier::Ticket(std::byte* to, const std::byte* from, std::size_t bytes)>;

  /// Whether such a copy is possible and worthwhile. The host's end may be of several kinds.
  bool supports(const CopyEnd& to, const CopyEnd& from, const Box& box);
  /// Starts it.
  Copier::Ticket copy(
      const CopyEnd& to, const CopyEnd& from, const Box& box, const PlainCopy& plain_copy);

 private:
  std::byte* buffer(int gpu);
  Copier::Ticket copy_part(
      const CopyEnd& to, const CopyEnd& from, const Box& box, const PlainCopy& plain_copy);

  Gpus& gpus_;
  Copier& copier_;
  std::mutex mutex_;
  std::vector<std::byte*> buffers_;  // by ordinal; allocated on first use
};

}  // namespace dart::cuda
