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
  /// Lets the later one of two tickets in progress stand for both operations, which are of one
  /// transfer. If it cannot, this waits for the earlier one.
  virtual dart_ret_t join(Ticket /*earlier*/, Ticket /*later*/) { return DART_OK; }
  /// Nobody will wait for the operation, which goes on.
  virtual void forget(Ticket) {}

 protected:
  ~PendingOperations() = default;
};

}  // namespace dart
