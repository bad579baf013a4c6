#pragma once

/// \file
/// Which parts of symmetric memory are in use.

#include <cstdint>
#include <mutex>

#include "base/buddy.h"
#include "base/optional_offset.h"
#include "base/wait.h"

namespace dart {

/// Hands out offsets that are the same in the slot of each unit of a host. Lies in shared memory.
class SymmetricOffsets {
 public:
  /// \param table zero-filled memory of Buddy::table_bytes
  SymmetricOffsets(std::uint64_t bytes, std::uint64_t granule, void* table)
      : buddy_(bytes, granule, table)
  {}

  /// Nothing when the range of addresses is exhausted.
  OptionalOffset allocate(std::uint64_t bytes)
  {
    std::lock_guard guard(lock_);
    return buddy_.allocate(bytes);
  }
  void free(std::uint64_t offset)
  {
    std::lock_guard guard(lock_);
    buddy_.free(offset);
  }
  /// Size of the block that allocate(bytes) would take.
  std::uint64_t rounded(std::uint64_t bytes) const { return buddy_.rounded(bytes); }

 private:
  Buddy buddy_;
  SpinLock lock_;
};

}  // namespace dart
