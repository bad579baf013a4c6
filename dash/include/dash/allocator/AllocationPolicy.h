#pragma once

/// \file
/// When units take part in an allocation.

#include <cstdint>

namespace dash {

/// When units take part in an allocation, and when its memory is there for others.
enum class global_allocation_policy : std::uint8_t {
  /// All units allocate together.
  collective,
  /// One unit allocates; others may use the memory at once.
  non_collective,
  /// One unit allocates; others see the memory after a collective attach or commit.
  epoch_synchronized
};

}  // namespace dash
