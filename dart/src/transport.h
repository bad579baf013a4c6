#pragma once

// How bytes reach memory of another unit that is not mapped in this process.

#include <cstddef>
#include <cstdint>

#include "dash/dart/if/dart_types.h"

namespace dart {

/// Memory of a unit, in that unit's own terms.
struct RemoteAddress {
  dart_global_unit_t unit;
  std::uint64_t address;
};

/// An atomic operation on elements of a basic type.
struct AtomicRequest {
  dart_datatype_t type;
  std::size_t elements;
  dart_operation_t operation;  ///< DART_OP_UNDEFINED: compare and swap
  const void* operand;
  const void* compare;  ///< compare and swap only
  void* result;         ///< old values, or nullptr
};

class Transport {
public:
  /// Names an operation under way, together with all earlier ones to the same unit; 0: complete.
  using Ticket = std::uint64_t;

  virtual ~Transport() = default;

  virtual dart_ret_t put(RemoteAddress to, const void* from, std::size_t bytes, Ticket* ticket) = 0;
  virtual dart_ret_t get(void* to, RemoteAddress from, std::size_t bytes, Ticket* ticket) = 0;
  /// Complete on return.
  virtual dart_ret_t atomic(RemoteAddress target, const AtomicRequest& request) = 0;

  /// Whether an operation is complete locally, or remotely, too.
  virtual bool test(Ticket ticket, bool remotely) = 0;
  virtual dart_ret_t wait(Ticket ticket, bool remotely) = 0;
  /// Completes all operations of this unit towards \c unit.
  virtual dart_ret_t flush(dart_global_unit_t unit, bool remotely) = 0;
};

}  // namespace dart
