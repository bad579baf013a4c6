#pragma once

/// \file
/// Messages between processes of different hosts.

#include <cstddef>
#include <cstdint>
#include <memory>

#include "base/byte_buffer.h"
#include "dash/dart/if/dart_types.h"
#include "net/transport.h"

namespace dart {

/// What the runtime needs of a network in addition to one-sided access. The implementation is MPI
/// (dart/mpi). Several threads may call it; no call waits for another process. Messages of one
/// sender with one tag arrive in the order in which they were sent. Failures end the run by an
/// exception that names the call, because the state of the other units is unknown then.
class Network {
 public:
  /// A message in progress; 0 means none.
  using Ticket = std::uint64_t;

  virtual ~Network() = default;

  /// Starts to send a message; the bytes must not change until test() tells that they are sent.
  virtual Ticket start_send(dart_unit_t to, int tag, const void* data, std::size_t bytes) = 0;
  /// Starts to receive a message of at most \c bytes bytes.
  virtual Ticket start_receive(dart_unit_t from, int tag, void* data, std::size_t bytes) = 0;
  /// Whether a message is sent or received; the ticket is invalid then.
  virtual bool test(Ticket ticket) = 0;
  /// Cancels a message that did not arrive. \return whether the buffer is free; otherwise the
  /// message stays under way, and its bytes must remain until the process ends
  virtual bool cancel(Ticket ticket) = 0;

  /// Takes a message with this tag from any unit. \return false if none has arrived
  virtual bool take(int tag, dart_unit_t* from, ByteBuffer* data) = 0;

  /// Creates the one-sided access to host memory on other hosts; returns nullptr, after a message
  /// of level info, if the network does not support it. Collective over all units of the run.
  virtual std::unique_ptr<Transport> make_transport() = 0;
};

}  // namespace dart
