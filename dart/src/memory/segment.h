#pragma once

/// \file
/// Segments: allocations to which each unit of a team contributes a part.

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "dash/dart/if/dart_gpu.h"
#include "transport/transport.h"

namespace dart {

/// The parts of a segment, one for each unit of a team. Units have team-relative ids.
struct Segment {
  /// The kind of a part's memory.
  enum class Memory {
    host,     ///< memory of an arena, which all units of its host can load and store
    device,   ///< memory of a GPU, which host code cannot load and store
    process,  ///< memory of one process, which has registered it
  };

  struct Part {
    std::uint64_t bytes = 0;
    /// Address at which this process can load and store the part; nullptr if only the transport can
    /// access it.
    std::byte* mapped = nullptr;
    /// Address of the part in the owner's arena or in the owner's process, which transports use.
    std::uint64_t owner_address = 0;
    Memory memory = Memory::host;
    Transport* transport = nullptr;  ///< transport for memory that is not mapped
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
