#pragma once

/// \file
/// Messages between processes of different hosts.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "dash/dart/if/dart_types.h"
#include "transport/transport.h"

namespace dart {

/// What the runtime needs of a network beside one-sided access. Implementation: MPI (dart/mpi).
/// Calls may come from several threads; no call waits for another process. Messages of one sender
/// with one tag arrive in the order of their sending. Failures end the run by an exception that
/// names the call: the state of the other units is unknown then.
class Network {
 public:
  /// A message under way; 0: none.
  using Ticket = std::uint64_t;

  virtual ~Network() = default;

  /// Starts sending; the bytes stay untouched until test() says that they are sent.
  virtual Ticket start_send(dart_unit_t to, int tag, const void* data, std::size_t bytes) = 0;
  /// Starts receiving a message of at most \c bytes bytes.
  virtual Ticket start_receive(dart_unit_t from, int tag, void* data, std::size_t bytes) = 0;
  /// Whether a message is sent or received; the ticket is void then.
  virtual bool test(Ticket ticket) = 0;
  /// Gives a message up that did not arrive; the buffer is free then.
  virtual void cancel(Ticket ticket) = 0;

  /// Takes a message of any unit with this tag. \return false if none has arrived
  virtual bool take(int tag, dart_unit_t* from, std::vector<std::byte>* data) = 0;

  /// One-sided access to host memory on other hosts; nullptr (after a message of level info) where
  /// the network has none. Collective over all units of the run.
  virtual std::unique_ptr<Transport> make_transport() = 0;
};

}  // namespace dart
