#pragma once

/// \file
/// Copies of many small elements between a GPU and host memory.

#include <cstddef>
#include <functional>
#include <mutex>
#include <vector>

#include "base/box.h"
#include "copier.h"
#include "gpu.h"

namespace dart::cuda {

/// Copies boxes of small elements by a kernel between device memory and a buffer on the GPU of the
/// kernel, which is an image of the host memory, and by one copy between that and the host. Copy
/// engines take longer for each element than the bytes take. Host memory may have small gaps, which
/// are copied, too, if it is the source: the link is faster than host code that leaves them out.
class GatheredCopies {
 public:
  GatheredCopies(Gpus& gpus, Copier& copier);
  ~GatheredCopies();
  GatheredCopies(const GatheredCopies&) = delete;
  GatheredCopies& operator=(const GatheredCopies&) = delete;

  /// Takes the buffer on a GPU, which may wait for all work on it. \return false if there is no
  /// memory
  bool prepare(Gpu& gpu);

  /// Starts a copy without gaps, of which the host memory may be pinned in part.
  using PlainCopy =
      std::function<Copier::Ticket(std::byte* to, const std::byte* from, std::size_t bytes)>;

  /// Whether such a copy is possible and worthwhile. The host's end may be of several kinds.
  bool supports(const CopyEnd& to, const CopyEnd& from, const Box& box);
  /// Starts it.
  Copier::Ticket copy(
      const CopyEnd& to, const CopyEnd& from, const Box& box, const PlainCopy& plain_copy);

 private:
  std::byte* buffer(Gpu& gpu);
  Copier::Ticket copy_part(
      const CopyEnd& to, const CopyEnd& from, const Box& box, const PlainCopy& plain_copy);

  Copier& copier_;
  std::mutex mutex_;
  std::vector<std::byte*> buffers_;  // one for each ordinal; allocated on first use
};

}  // namespace dart::cuda
