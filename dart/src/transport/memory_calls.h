#pragma once

/// \file
/// What calls for memory of another host carry.

#include <cstddef>
#include <cstdint>

#include "dash/dart/if/dart_types.h"

namespace dart {

/// Calls to put and get begin with the number of these, and these; the bytes of all rows follow.
struct CalledRows {
  std::uint64_t address;  ///< where the first row begins
  std::uint64_t bytes;    ///< size of a row
  std::uint64_t count;
  std::uint64_t stride;
  std::uint64_t repeats;
  std::uint64_t repeat_stride;

  std::size_t all_bytes() const { return repeats * count * bytes; }
  /// Bytes from the first row to the end of the last one.
  std::size_t span() const { return (repeats - 1) * repeat_stride + (count - 1) * stride + bytes; }
};

/// Followed by the operands, and for compare-and-swap by the values to compare with.
struct AtomicCall {
  std::uint64_t address;
  std::uint64_t elements;
  dart_datatype_t type;
  dart_operation_t operation;
};

}  // namespace dart
