#pragma once

/// \file
/// Segments: allocations that each unit of a team contributes a part to.

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "dash/dart/if/dart_gpu.h"
#include "transport/transport.h"

namespace dart {

/// What each unit of a team contributes to a segment. Units are team-relative.
struct Segment {
  /// Which memory a part is.
  enum class Memory {
    host,     ///< of an arena: all units of its host load and store it
    device,   ///< of a GPU: host code cannot load and store it
    process,  ///< of one process that registered it
  };

  struct Part {
    std::uint64_t bytes = 0;
    /// Where this process may load and store the part; nullptr: reach it by the transport.
    std::byte* mapped = nullptr;
    /// Its place: address in the owner's arena, or in the owner's process; what a transport needs.
    std::uint64_t owner_address = 0;
    Memory memory = Memory::host;
    Transport* transport = nullptr;  ///< to what is not mapped
  };

  std::vector<Part> parts;
  /// Offset in each member's symmetric memory; meaningless for registered memory.
  std::uint64_t symmetric_offset = 0;
  std::uint64_t block_bytes = 0;  ///< of the symmetric block
  bool registered = false;
  dart_memory_t choice = DART_MEMORY_UNIT;
  std::atomic<std::uint16_t> flags{0};
};

}  // namespace dart
