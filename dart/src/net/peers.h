#pragma once

/// \file
/// What a transport asks its counterparts in other processes while it sets connections up.

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include "dash/dart/if/dart_types.h"

namespace dart {

class Peers {
 public:
  /// Answers a request by appending to \c reply; runs on a thread of the runtime, one request at a
  /// time.
  using Handler = std::function<dart_ret_t(
      dart_unit_t from, std::span<const std::byte> request, std::vector<std::byte>& reply)>;

  virtual ~Peers() = default;

  /// Requests of this unit's counterparts go to \c handler. An empty handler ends that.
  virtual void answer(Handler handler) = 0;

  /// Asks the counterpart in \c unit and waits for its reply of exactly \c reply.size() bytes.
  /// \return what the handler returned; DART_ERR_OTHER (after a message) if the unit does not
  /// answer in time
  virtual dart_ret_t ask(
      dart_unit_t unit, std::span<const std::byte> request, std::span<std::byte> reply) = 0;
};

}  // namespace dart
