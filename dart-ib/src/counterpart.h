#pragma once

/// \file
/// What this unit does for units that connect to it, on a thread of the runtime.

#include <mutex>
#include <vector>

#include "exposed_memory.h"
#include "queue_pair.h"

namespace dart::ib {

/// Answers requests. It holds this unit's ends of connections that others have made; the adapters
/// do all the rest.
class Counterpart {
 public:
  /// \throws std::runtime_error
  Counterpart(
      const Device& device, const Settings& settings, const IbSetup& setup,
      const ExposedMemory& exposed);
  ~Counterpart();

 private:
  dart_ret_t answer(dart_unit_t from, std::span<const std::byte> request, ByteBuffer& reply);
  dart_ret_t accept(dart_unit_t from, const ConnectRequest& request, ByteBuffer& reply);
  dart_ret_t tell_key(const KeyRequest& request, ByteBuffer& reply) const;

  const Device& device_;
  const Settings& settings_;
  const IbSetup& setup_;
  const ExposedMemory& exposed_;
  CompletionQueue completions_;  // stays empty
  std::vector<std::unique_ptr<QueuePair>> ends_;
};

}  // namespace dart::ib
