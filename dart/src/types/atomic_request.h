#pragma once

/// \file
/// What an atomic operation is asked to do.

#include <cstddef>

#include "dash/dart/if/dart_types.h"

namespace dart {

/// An atomic operation on elements of a basic type.
struct AtomicRequest {
  dart_datatype_t type;
  std::size_t elements;
  dart_operation_t operation;  ///< DART_OP_UNDEFINED: compare and swap
  const void* operand;
  const void* compare;  ///< compare and swap only
  void* result;         ///< old values, or nullptr
};

}  // namespace dart
