#pragma once

/// \file
/// Registered memory through which data of unregistered buffers pass.

#include "registration.h"

namespace dart::ib {

/// A ring buffer. Work requests complete in the order in which they were posted, so their pieces
/// are given back in the same order, and no list of free pieces is needed.
class StagingRing {
 public:
  /// \throws std::runtime_error if the memory cannot be allocated or registered
  StagingRing(const Device& device, std::size_t bytes);

  /// Takes a contiguous piece; returns nullptr if there is none until earlier ones are given back.
  /// \param bytes  at most half of the ring
  std::byte* take(std::size_t bytes);
  /// A mark that identifies all pieces taken so far, for give_back().
  std::uint64_t mark() const { return head_; }
  /// Gives back the pieces taken since a mark, which nothing uses.
  void untake(std::uint64_t mark) { head_ = mark; }
  /// Gives back all pieces up to a mark.
  void give_back(std::uint64_t mark) { tail_ = mark; }

  std::uint32_t lkey() const { return region_->lkey; }
  std::size_t bytes() const { return bytes_; }

 private:
  struct Unmap {
    std::size_t bytes;
    void operator()(std::byte* memory) const;
  };

  std::size_t bytes_;
  std::unique_ptr<std::byte, Unmap> memory_;
  MemoryRegion region_;
  std::uint64_t head_ = 0;  // number of bytes taken since the beginning
  std::uint64_t tail_ = 0;  // number of bytes given back since the beginning
};

}  // namespace dart::ib
