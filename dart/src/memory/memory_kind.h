#pragma once

/// \file
/// Kinds of memory.

#include <cstdint>

namespace dart {

/// Which memory a part of a segment is.
enum class MemoryKind : std::uint8_t {
  host,     ///< of an arena: all units of its host load and store it
  device,   ///< of a GPU: host code cannot load and store it
  process,  ///< of one process that registered it
};

}  // namespace dart
