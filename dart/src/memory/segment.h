#pragma once

/// \file
/// Segments: the memory that a global pointer points into, to which each unit of a team contributes
/// a part.

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "dash/dart/if/dart_gpu.h"
#include "memory/memory_kind.h"

namespace dart {

/// What each unit of a team contributes to a segment. Units are team-relative.
struct Segment {
  struct Part {
    std::uint64_t bytes = 0;
    /// Where this process may load and store the part; nullptr: where it cannot.
    std::byte* mapped = nullptr;
    /// Its place: address in the owner's arena, or in the owner's process; what a transport needs.
    std::uint64_t owner_address = 0;
    MemoryKind kind = MemoryKind::host;
    bool is_here = true;  ///< memory of a unit of this host
  };

  std::vector<Part> parts;
  /// Offset in each member's symmetric memory; meaningless for registered memory.
  std::uint64_t symmetric_offset = 0;
  std::uint64_t block_bytes = 0;  ///< size of the symmetric block
  bool registered = false;
  dart_memory_t choice = DART_MEMORY_UNIT;
  std::atomic<std::uint16_t> flags{0};
};

}  // namespace dart
