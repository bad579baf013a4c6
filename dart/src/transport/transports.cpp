#include "transport/transports.h"

namespace dart {

Transports::Transports(
    const UnitTable& units, GlobalMemory& memory, SpinLock* registered_locks, RemoteCalls* calls,
    Network* network, const Agreement& holds_everywhere)
    : process_(units.hosts(), memory.arena().job(), registered_locks)
{
  if (memory.devices() != nullptr) {
    device_ = std::make_unique<DeviceTransport>(memory.arena(), units.hosts(), *memory.devices());
  }
  if (network == nullptr) return;
  messages_ = std::make_unique<MessageTransport>(*calls);
  peers_ = std::make_unique<TransportPeers>(*calls);
  connect({units, memory, *network, *peers_, calls->timeout_s(), holds_everywhere}, memory);
}

void Transports::connect(const NetworkSetup& setup, GlobalMemory& memory)
{
  one_sided_ = make_one_sided_transport(setup);
  network_ = one_sided_ != nullptr ? one_sided_.get() : messages_.get();
  adapter_atomics_ =
      setup.holds_everywhere(one_sided_ != nullptr && one_sided_->has_atomics(DART_TYPE_LONG));
  memory.expose_host(*network_);
  // Device memory is reached by the network only if that works for all GPUs.
  network_reaches_devices_ = setup.holds_everywhere(memory.expose_device(*network_));
  if (!network_reaches_devices_) memory.conceal_device();
}

}  // namespace dart
