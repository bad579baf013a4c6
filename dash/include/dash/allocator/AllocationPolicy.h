#pragma once

/// \file
/// Which units take part in an allocation.

#include <cstdint>

namespace dash {

/// Which units take part in an allocation, and when others can use the memory.
enum class global_allocation_policy : std::uint8_t {
  /// All units allocate together.
  collective,
  /// One unit allocates; others may use the memory immediately.
  non_collective,
  /// One unit allocates; others may use the memory after a collective attach or commit.
  epoch_synchronized
};

}  // namespace dash
