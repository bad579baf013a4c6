#pragma once

/// \file
/// Registered memory through which buffers pass that the adapter does not know.

#include "registration.h"

namespace dart::ib {

/// A ring of bytes. Work requests complete in the order in which they were posted, so what they
/// took is given back in that order, too, and needs no list of free pieces.
class StagingRing {
 public:
  /// \throws std::runtime_error if the memory is not there or cannot be registered
  StagingRing(const Device& device, std::size_t bytes);

  /// A piece of contiguous memory; nullptr if there is none until earlier ones are given back.
  /// \param bytes at most half of the ring
  std::byte* take(std::size_t bytes);
  /// Names the pieces taken so far …
  std::uint64_t mark() const { return head_; }
  /// … to give them back.
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
  std::uint64_t head_ = 0;  // taken since the beginning
  std::uint64_t tail_ = 0;  // given back since the beginning
};

}  // namespace dart::ib
