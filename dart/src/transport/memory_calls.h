#pragma once

/// \file
/// What calls for memory of another host carry.

#include <cstdint>

#include "dash/dart/if/dart_types.h"

namespace dart {

/// Calls to put and get begin with the number of ranges, and the ranges; the bytes of all follow.
struct CalledRange {
  std::uint64_t address;
  std::uint64_t bytes;
};

/// Followed by the operands, and for compare-and-swap by the values to compare with.
struct AtomicCall {
  std::uint64_t address;
  std::uint64_t elements;
  dart_datatype_t type;
  dart_operation_t operation;
};

}  // namespace dart
