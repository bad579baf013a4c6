#pragma once

/// \file
/// Requests that a transport sends to its counterparts in other processes while it makes
/// connections.

#include <cstddef>
#include <functional>
#include <span>

#include "base/byte_buffer.h"
#include "dash/dart/if/dart_types.h"

namespace dart {

class Peers {
 public:
  /// Answers a request by appending to \c reply. Called on a thread of the runtime, for one request
  /// at a time.
  using Handler = std::function<dart_ret_t(
      dart_unit_t from, std::span<const std::byte> request, ByteBuffer& reply)>;

  virtual ~Peers() = default;

  /// Passes requests of this unit's counterparts to \c handler; an empty handler ends that.
  virtual void answer(Handler handler) = 0;

  /// Sends a request to the counterpart in \c unit and waits for its reply of exactly
  /// \c reply.size() bytes.
  /// \return the handler's return value; DART_ERR_OTHER, after a message, if the unit does not
  ///   answer in time
  virtual dart_ret_t ask(
      dart_unit_t unit, std::span<const std::byte> request, std::span<std::byte> reply) = 0;
};

}  // namespace dart
