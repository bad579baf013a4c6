#pragma once

/// \file
/// What lies where in a unit's slot of the arena.

#include <cstddef>
#include <cstdint>

#include "base/buddy.h"

namespace dart {

/// Offsets in a slot.
struct SlotLayout {
  explicit SlotLayout(std::size_t slot_bytes)
      : symmetric_bytes(slot_bytes / 2),
        heap_offset(slot_bytes / 2),
        heap_bytes(slot_bytes / 4),
        heap_granule(heap_bytes / Buddy::max_granules > 64 ? heap_bytes / Buddy::max_granules : 64),
        table_offset(heap_offset + heap_bytes),
        device_table_offset(table_offset + slot_bytes / 8)
  {}
  std::uint64_t symmetric_bytes;  ///< symmetric memory starts at 0
  std::uint64_t heap_offset, heap_bytes, heap_granule;
  std::uint64_t table_offset;         ///< table of the heap's buddy allocator, in host memory
  std::uint64_t device_table_offset;  ///< … of the heap in device memory
};

}  // namespace dart
