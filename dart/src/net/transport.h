#pragma once

/// \file
/// How bytes are transferred to and from memory of other units that is not mapped in this process.

#include <cstddef>
#include <cstdint>
#include <span>

#include "base/pending_operations.h"
#include "dash/dart/if/dart_types.h"
#include "types/atomic_request.h"

namespace dart {

/// Memory of a unit, with an address that is valid for that unit.
struct RemoteAddress {
  dart_global_unit_t unit;
  std::uint64_t address;
};

/// Rows of bytes at constant distances at another unit, which may repeat as a whole, and their
/// places in this process.
struct RemoteRows {
  /// Distances from row to row, and from one time to the next.
  struct Strides {
    std::uint64_t address;
    std::size_t buffer;
  };

  std::uint64_t address;  ///< address of the first row
  std::byte* buffer;
  std::size_t bytes;  ///< number of bytes of a row
  std::size_t count = 1;
  Strides row{};
  std::size_t repeats = 1;
  Strides repeat{};

  std::size_t all_bytes() const { return repeats * count * bytes; }
};

/// A ticket identifies an operation in progress together with all earlier ones on the same unit.
class Transport : public PendingOperations {
 public:
  virtual ~Transport() = default;

  virtual dart_ret_t put(RemoteAddress to, const void* from, std::size_t bytes, Ticket* ticket) = 0;
  virtual dart_ret_t get(void* to, RemoteAddress from, std::size_t bytes, Ticket* ticket) = 0;
  /// Whether the next two calls can transfer many rows at the cost of one. They are complete
  /// on return.
  virtual bool moves_many() const { return false; }
  virtual dart_ret_t put_all(dart_global_unit_t, std::span<const RemoteRows>)
  {
    return DART_ERR_OTHER;
  }
  virtual dart_ret_t get_all(dart_global_unit_t, std::span<const RemoteRows>)
  {
    return DART_ERR_OTHER;
  }
  /// Whether atomic() supports elements of this type.
  virtual bool has_atomics(dart_datatype_t) const { return true; }
  /// Executes an atomic operation; complete on return.
  virtual dart_ret_t atomic(RemoteAddress target, const AtomicRequest& request) = 0;
  /// Whether puts to a unit take effect there in their order, and each aligned word is stored once.
  /// Then put_notify() needs no wait in between, and a flag is never seen twice.
  virtual bool keeps_order() const { return false; }
  /// Only if the order is kept: executes put(); then the 8 bytes at \c flag become \c value when
  /// all preceding puts to that unit, including this one, are visible there.
  virtual dart_ret_t put_notify(
      RemoteAddress, const void* /*from*/, std::size_t /*bytes*/, std::uint64_t /*flag*/,
      std::uint64_t /*value*/, Ticket*)
  {
    return DART_ERR_OTHER;
  }

  /// Completes all operations of this unit on memory of \c unit.
  virtual dart_ret_t flush(dart_global_unit_t unit, bool remotely) = 0;

  // The following functions are for transports between hosts, which have to know the memory that
  // others access.

  /// Makes own memory accessible to other units from now on. Exposed ranges never overlap.
  virtual dart_ret_t expose(void*, std::size_t) { return DART_OK; }
  /// Ends the access to a range that was exposed; no unit uses it any more.
  virtual void conceal(void*, std::size_t) {}
  /// Discards what is known about memory that its unit is about to conceal.
  virtual void forget_memory(RemoteAddress, std::size_t) {}
  /// Whether device memory can be exposed.
  virtual bool reaches_devices() const { return false; }
  /// Whether local buffers may be device memory.
  virtual bool takes_device_buffers() const { return false; }
};

}  // namespace dart
