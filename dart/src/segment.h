#pragma once

// Segments: allocations that each unit of a team contributes a part to.

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace dart {

/// What each unit of a team contributes to a segment. Units are team-relative.
struct Segment {
  struct Part {
    std::uint64_t bytes = 0;
    /// Where this process may load and store the part; nullptr: reach it by the transport.
    std::byte* mapped = nullptr;
    /// Address in the owner's process; what a transport needs.
    std::uint64_t owner_address = 0;
    /// The part lies in the arena: all units of the host reach it at the mapped address.
    bool shared = true;
  };

  std::vector<Part> parts;
  /// Offset in each member's symmetric memory; meaningless for registered memory.
  std::uint64_t symmetric_offset = 0;
  std::uint64_t block_bytes = 0;  ///< of the symmetric block
  bool registered = false;
  std::atomic<std::uint16_t> flags{0};
};

}  // namespace dart
