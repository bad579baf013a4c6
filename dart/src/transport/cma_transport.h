#pragma once

#include "transport/transport.h"

namespace dart {

class Runtime;

/// Accesses private memory of other processes of the host by cross-memory attach
/// (process_vm_readv). It serves registered memory that is not part of the arena; each call is
/// complete on return.
class CmaTransport final : public Transport {
 public:
  explicit CmaTransport(Runtime& runtime);

  dart_ret_t put(RemoteAddress to, const void* from, std::size_t bytes, Ticket* ticket) override;
  dart_ret_t get(void* to, RemoteAddress from, std::size_t bytes, Ticket* ticket) override;
  dart_ret_t atomic(RemoteAddress target, const AtomicRequest& request) override;

  bool test(Ticket, bool) override { return true; }
  dart_ret_t wait(Ticket, bool) override { return DART_OK; }
  dart_ret_t flush(dart_global_unit_t, bool) override { return DART_OK; }

 private:
  int pid_of(dart_global_unit_t unit) const;

  Runtime& runtime_;
};

}  // namespace dart
