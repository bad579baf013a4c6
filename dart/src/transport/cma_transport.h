#pragma once

/// \file
/// Registered memory of other processes of the host, as a transport.

#include "base/wait.h"
#include "job/hosts.h"
#include "job/job.h"
#include "net/transport.h"

namespace dart {

/// Private memory of other processes of the host, by cross-memory attach (process_vm_readv).
/// Serves registered memory that is not part of the arena; each call is complete on return.
class CmaTransport final : public Transport {
 public:
  /// \param registered_locks exclude atomic operations on memory that a unit registered; by the
  ///                         index of the unit on the host
  CmaTransport(const Hosts& hosts, const JobBlock& job, SpinLock* registered_locks);

  dart_ret_t put(RemoteAddress to, const void* from, std::size_t bytes, Ticket* ticket) override;
  dart_ret_t get(void* to, RemoteAddress from, std::size_t bytes, Ticket* ticket) override;
  dart_ret_t atomic(RemoteAddress target, const AtomicRequest& request) override;

  bool test(Ticket, bool) override { return true; }
  dart_ret_t wait(Ticket, bool) override { return DART_OK; }
  dart_ret_t flush(dart_global_unit_t, bool) override { return DART_OK; }

 private:
  int pid_of(dart_global_unit_t unit) const;

  const Hosts& hosts_;
  const JobBlock& job_;
  SpinLock* registered_locks_;
};

}  // namespace dart
