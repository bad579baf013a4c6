#pragma once

/// \file
/// The transport for copies and atomic operations on device memory.

#include "job/hosts.h"
#include "memory/arena.h"
#include "memory/device_space.h"

namespace dart {

/// Accesses device memory by its address in the arena. Tickets are those of the device space.
class DeviceTransport final : public Transport {
 public:
  DeviceTransport(const Arena& arena, const Hosts& hosts, DeviceSpace& space)
      : arena_(arena),
        hosts_(hosts),
        space_(space)
  {}

  dart_ret_t put(RemoteAddress to, const void* from, std::size_t bytes, Ticket* ticket) override;
  dart_ret_t get(void* to, RemoteAddress from, std::size_t bytes, Ticket* ticket) override;
  dart_ret_t atomic(RemoteAddress target, const AtomicRequest& request) override;

  bool takes_device_buffers() const override { return true; }

  bool test(Ticket ticket, bool) override { return space_.test(ticket); }
  dart_ret_t wait(Ticket ticket, bool) override { return space_.wait(ticket); }
  dart_ret_t join(Ticket earlier, Ticket later) override { return space_.join(earlier, later); }
  dart_ret_t flush(dart_global_unit_t, bool) override { return space_.flush(); }

 private:
  std::byte* reach(RemoteAddress place, std::size_t bytes);

  const Arena& arena_;
  const Hosts& hosts_;
  DeviceSpace& space_;
};

}  // namespace dart
