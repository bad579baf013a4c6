#pragma once

/// \file
/// Operations in progress, for which somebody waits by a number.

#include <cstdint>

#include "dash/dart/if/dart_types.h"

namespace dart {

/// The operations that a part of the runtime has in progress. Handles of the C interface refer to
/// them.
class PendingOperations {
 public:
  /// Identifies an operation; 0 means complete.
  using Ticket = std::uint64_t;

  /// Whether an operation is complete locally or, if \c remotely is true, also remotely.
  virtual bool test(Ticket ticket, bool remotely) = 0;
  /// Waits until it is.
  virtual dart_ret_t wait(Ticket ticket, bool remotely) = 0;
  /// Makes a ticket for two operations of one transfer. If no single one can stand for both, it
  /// waits for the earlier one.
  virtual dart_ret_t join(Ticket earlier, Ticket later, Ticket* both)
  {
    *both = later == 0 ? earlier : later;
    return DART_OK;
  }
  /// Nobody will wait for the operation, which goes on.
  virtual void forget(Ticket) {}

 protected:
  ~PendingOperations() = default;
};

}  // namespace dart
