#pragma once

/// \file
/// A buddy allocator together with the memory that it manages.

#include <cstdint>
#include <mutex>
#include <new>
#include <utility>
#include <vector>

#include "base/buddy.h"
#include "base/optional_offset.h"
#include "base/wait.h"
#include "memory/memory_space.h"

namespace dart {

/// Freed blocks of at least this size may release their memory; smaller ones keep it for reuse.
inline constexpr std::uint64_t release_bytes = std::uint64_t(64) << 20;

/// The local heap of a unit: [first, first + capacity) of its slot in a memory space. It also
/// accounts for all global memory of the unit, which has a limit.
class Heap {
 public:
  /// \param table  zero-filled memory of Buddy::table_bytes
  /// \param limit  limit of the unit's global memory in bytes
  /// \param keep   number of bytes of freed large blocks that are kept for later ones
  Heap(
      MemorySpace& space, std::uint64_t first, std::uint64_t capacity, std::uint64_t granule,
      void* table, std::uint64_t limit, std::uint64_t keep)
      : buddy_(capacity, granule, table),
        space_(space),
        first_(first),
        limit_(limit),
        keep_(keep)
  {}

  /// Allocates a block and returns its offset from the heap's start; nullopt if the limit or the
  /// end of the address range is reached.
  OptionalOffset allocate(std::uint64_t bytes)
  {
    const std::uint64_t size = buddy_.rounded(bytes);
    std::lock_guard guard(lock_);
    if (size > limit_ - used_) return std::nullopt;
    const auto offset = buddy_.allocate(bytes);
    if (!offset) return std::nullopt;
    take_kept(*offset, size);
    if (!commit_now(first_ + *offset, bytes)) {
      const bool is_in_kept = return_to_kept(*offset, size);
      if (!is_in_kept && size >= release_bytes) space_.release(first_ + *offset, size);
      buddy_.free(*offset);
      return std::nullopt;
    }
    used_ += size;
    return *offset;
  }

  /// Frees a block. \return false if no allocated block starts at \c offset
  bool free(std::uint64_t offset)
  {
    std::lock_guard guard(lock_);
    const std::uint64_t size = buddy_.free(offset);
    const bool is_in_kept = return_to_kept(offset, size);
    if (!is_in_kept && size >= release_bytes) keep_or_release({offset, size});
    used_ -= size;
    return size != 0;
  }

  /// Adds memory outside of the heap to the account. \return false if the limit is reached
  bool charge(std::uint64_t bytes)
  {
    std::lock_guard guard(lock_);
    if (bytes > limit_ - used_) return false;
    used_ += bytes;
    return true;
  }
  void discharge(std::uint64_t bytes)
  {
    std::lock_guard guard(lock_);
    used_ -= bytes;
  }

  /// Implements MemorySpace::commit, also for memory of the slot outside of the heap: uses memory
  /// that freed blocks keep if there is no other.
  bool commit(std::uint64_t offset, std::uint64_t bytes)
  {
    std::lock_guard guard(lock_);
    return commit_now(offset, bytes);
  }

  std::uint64_t used()
  {
    std::lock_guard guard(lock_);
    return used_;
  }
  std::uint64_t limit() const { return limit_; }

 private:
  /// Memory of a freed block that has not been released yet; it can only be released as a whole.
  struct Block {
    std::uint64_t offset, bytes;
    std::uint64_t used = 0;  ///< number of bytes that smaller blocks use

    bool contains(std::uint64_t at) const { return offset <= at && at < offset + bytes; }
  };

  /// \param offset  offset in the slot
  bool commit_now(std::uint64_t offset, std::uint64_t bytes)
  {
    const auto commit = [&] {
      try {
        return space_.commit(offset, bytes);
      } catch (const std::bad_alloc&) {
        return false;
      }
    };
    if (commit() || (release_all_kept() && commit())) return true;
    space_.report_exhausted(bytes);
    return false;
  }

  void keep_or_release(Block block)
  {
    if (kept_bytes_ + block.bytes > keep_ || !remember(block)) {
      space_.release(first_ + block.offset, block.bytes);
      return;
    }
    kept_bytes_ += block.bytes;
  }

  /// Records memory that a freed block keeps. \return false if this process has no memory for the
  /// record
  bool remember(const Block& block)
  {
    try {
      kept_.push_back(block);
      return true;
    } catch (const std::bad_alloc&) {
      return false;
    }
  }

  /// Memory of [offset, offset + bytes) is in use again.
  void take_kept(std::uint64_t offset, std::uint64_t bytes)
  {
    std::erase_if(kept_, [&](Block& block) {
      // Blocks of a buddy allocator are nested or disjoint.
      if (block.bytes > bytes) {
        if (block.contains(offset)) block.used += bytes;
        return false;
      }
      const bool taken = offset <= block.offset && block.offset < offset + bytes;
      if (taken) kept_bytes_ -= block.bytes;
      return taken;
    });
  }

  /// \return whether the block lies in a larger one that is kept
  bool return_to_kept(std::uint64_t offset, std::uint64_t bytes)
  {
    for (Block& block : kept_) {
      if (!block.contains(offset)) continue;
      block.used -= bytes;
      return true;
    }
    return false;
  }

  /// Releases all memory that freed blocks keep. \return whether there was any
  bool release_all_kept()
  {
    return 0 < std::erase_if(kept_, [this](const Block& block) {
             if (block.used > 0) return false;
             space_.release(first_ + block.offset, block.bytes);
             kept_bytes_ -= block.bytes;
             return true;
           });
  }

  SpinLock lock_;
  Buddy buddy_;
  MemorySpace& space_;
  std::uint64_t first_;
  std::uint64_t limit_;
  std::uint64_t used_ = 0;
  std::uint64_t keep_;
  std::vector<Block> kept_;
  std::uint64_t kept_bytes_ = 0;
};

}  // namespace dart
