#pragma once

/// \file
/// Copies between a GPU and host memory with gaps.

#include <array>
#include <cstddef>
#include <functional>
#include <mutex>

#include "base/box.h"
#include "copier.h"
#include "gpu.h"

namespace dart::cuda {

/// Copies boxes of many elements by way of pinned host memory without gaps, to which or from which
/// host code copies them: in nanoseconds each, where copy engines take up to a microsecond.
class PackedCopies {
 public:
  explicit PackedCopies(Copier& copier) : copier_(copier) {}
  ~PackedCopies();
  PackedCopies(const PackedCopies&) = delete;
  PackedCopies& operator=(const PackedCopies&) = delete;

  /// Starts the copy of a box whose host memory is pinned and has no gaps.
  using BoxCopy =
      std::function<Copier::Ticket(std::byte* to, const std::byte* from, const Box& box)>;

  /// Takes the buffers, which may wait for all work on the GPU. \return false if there is no memory
  bool prepare(Gpu& gpu);

  /// Whether such a copy is possible and worthwhile.
  bool supports(const CopyEnd& to, const CopyEnd& from, const Box& box);
  /// Starts it. A copy to the host is complete on return.
  Copier::Ticket copy(
      const CopyEnd& to, const CopyEnd& from, const Box& box, const BoxCopy& box_copy);

 private:
  /// Pinned memory, and the last copy that uses it.
  struct Buffer {
    std::byte* memory = nullptr;
    Copier::Ticket ticket = 0;
  };

  Buffer& next_buffer();
  Copier::Ticket pack(std::byte* to, const std::byte* from, const Box& box, const BoxCopy& copy);
  void unpack(std::byte* to, const std::byte* from, const Box& box, const BoxCopy& copy);

  Copier& copier_;
  std::mutex mutex_;
  std::array<Buffer, 2> buffers_;  // host code uses one while the link uses the other
  std::size_t next_ = 0;
};

}  // namespace dart::cuda
