#pragma once

/// \file
/// Kinds of memory.

#include <cstdint>

namespace dart {

/// Which memory a part of a segment is.
enum class MemoryKind : std::uint8_t {
  host,     ///< memory of an arena: all units of its host load and store it
  device,   ///< memory of a GPU: host code cannot load and store it
  process,  ///< memory of the one process that registered it
};

}  // namespace dart
