#pragma once

/// \file
/// One-sided operations between hosts as calls to the owner of the memory.

#include "net/remote_calls.h"
#include "net/transport.h"

namespace dart {

/// Reaches all memory of units of other hosts, device memory too: the owner's process does what is
/// asked for. Operations are complete on return.
class MessageTransport final : public Transport {
 public:
  explicit MessageTransport(RemoteCalls& calls) : calls_(calls) {}

  dart_ret_t put(RemoteAddress to, const void* from, std::size_t bytes, Ticket* ticket) override;
  dart_ret_t get(void* to, RemoteAddress from, std::size_t bytes, Ticket* ticket) override;
  bool moves_many() const override { return true; }
  dart_ret_t put_all(dart_global_unit_t to, std::span<const RemoteRows> rows) override;
  dart_ret_t get_all(dart_global_unit_t from, std::span<const RemoteRows> rows) override;
  dart_ret_t atomic(RemoteAddress target, const AtomicRequest& request) override;

  bool test(Ticket, bool) override { return true; }
  dart_ret_t wait(Ticket, bool) override { return DART_OK; }
  dart_ret_t flush(dart_global_unit_t, bool) override { return DART_OK; }

 private:
  RemoteCalls& calls_;
};

}  // namespace dart
