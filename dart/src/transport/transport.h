#pragma once

/// \file
/// How bytes reach memory of another unit that is not mapped in this process.

#include <cstddef>
#include <cstdint>
#include <span>

#include "dash/dart/if/dart_types.h"

namespace dart {

/// Memory of a unit, in that unit's own terms.
struct RemoteAddress {
  dart_global_unit_t unit;
  std::uint64_t address;
};

/// Bytes at an address of another unit, and where they are in this process.
struct Stretch {
  std::uint64_t address;
  std::byte* buffer;
  std::size_t bytes;
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
  /// Whether many stretches cost as much as one, by the next two calls. Complete on return.
  virtual bool moves_many() const { return false; }
  virtual dart_ret_t put_all(dart_global_unit_t, std::span<const Stretch>)
  {
    return DART_ERR_OTHER;
  }
  virtual dart_ret_t get_all(dart_global_unit_t, std::span<const Stretch>)
  {
    return DART_ERR_OTHER;
  }
  /// Whether atomic() serves elements of this type.
  virtual bool has_atomics(dart_datatype_t) const { return true; }
  /// Complete on return.
  virtual dart_ret_t atomic(RemoteAddress target, const AtomicRequest& request) = 0;
  /// Whether puts to a unit take effect there in their order, each aligned word by one store: then
  /// put_notify() needs no wait in between, and nobody sees a flag twice.
  virtual bool keeps_order() const { return false; }
  /// Where order is kept. As put(); the 8 bytes at \c flag become \c value once all puts before it
  /// to that unit, this one included, are visible there.
  virtual dart_ret_t put_notify(
      RemoteAddress, const void* /*from*/, std::size_t /*bytes*/, std::uint64_t /*flag*/,
      std::uint64_t /*value*/, Ticket*)
  {
    return DART_ERR_OTHER;
  }

  /// Whether an operation is complete locally, or remotely, too.
  virtual bool test(Ticket ticket, bool remotely) = 0;
  virtual dart_ret_t wait(Ticket ticket, bool remotely) = 0;
  /// Completes all operations of this unit towards \c unit.
  virtual dart_ret_t flush(dart_global_unit_t unit, bool remotely) = 0;

  // Transports between hosts have to know the memory that others reach:

  /// Lets other units reach own memory from now on. Ranges that are exposed never overlap.
  virtual dart_ret_t expose(void*, std::size_t) { return DART_OK; }
  /// Ends that, for a range as it was exposed; no unit uses it any more.
  virtual void conceal(void*, std::size_t) {}
  /// What is known of memory that its unit is about to conceal is void.
  virtual void forget(RemoteAddress, std::size_t) {}
  /// Whether device memory can be exposed.
  virtual bool reaches_devices() const { return false; }
  /// Whether local buffers may be device memory.
  virtual bool takes_device_buffers() const { return false; }
};

}  // namespace dart
