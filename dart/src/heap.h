#pragma once

// A buddy allocator together with the memory it hands out.

#include <cstdint>
#include <mutex>
#include <optional>

#include "buddy.h"
#include "memory_space.h"
#include "wait.h"

namespace dart {

/// Blocks of at least this size give their memory back when freed; smaller ones keep it for reuse.
inline constexpr std::uint64_t release_bytes = std::uint64_t(64) << 20;

/// The local heap of a unit: [first, first + capacity) of its slot in a memory space. Also keeps the
/// account of all global memory of the unit, which has a limit.
class Heap {
public:
  /// \param table zero-filled memory of Buddy::table_bytes
  /// \param limit of the unit's global memory, in bytes
  /// \param gives_back whether large blocks give their memory back when freed
  Heap(MemorySpace& space, std::uint64_t first, std::uint64_t capacity, std::uint64_t granule,
       void* table, std::uint64_t limit, bool gives_back)
      : buddy_(capacity, granule, table),
        space_(space),
        first_(first),
        limit_(limit),
        gives_back_(gives_back)
  {
  }

  /// Offset from the heap's start; nothing when the limit or the range of addresses is reached.
  std::optional<std::uint64_t> allocate(std::uint64_t bytes)
  {
    const std::uint64_t size = buddy_.rounded(bytes);
    std::lock_guard guard(lock_);
    if (size > limit_ - used_) return std::nullopt;
    const auto offset = buddy_.allocate(bytes);
    if (!offset) return std::nullopt;
    if (!space_.commit(first_ + *offset, bytes)) {
      buddy_.free(*offset);
      return std::nullopt;
    }
    used_ += size;
    return *offset;
  }

  /// \return false if no allocated block starts at \c offset
  bool free(std::uint64_t offset)
  {
    std::lock_guard guard(lock_);
    const std::uint64_t size = buddy_.free(offset);
    if (gives_back_ && size >= release_bytes) space_.release(first_ + offset, size);
    used_ -= size;
    return size != 0;
  }

  /// Takes memory outside the heap into account. \return false if the limit is reached
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

  std::uint64_t used()
  {
    std::lock_guard guard(lock_);
    return used_;
  }
  std::uint64_t limit() const { return limit_; }

private:
  SpinLock lock_;
  Buddy buddy_;
  MemorySpace& space_;
  std::uint64_t first_;
  std::uint64_t limit_;
  std::uint64_t used_ = 0;
  bool gives_back_;
};

}  // namespace dart
