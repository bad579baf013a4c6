#pragma once

/// \file
/// The transports of a run.

#include <memory>

#include "memory/global_memory.h"
#include "net/network.h"
#include "net/remote_calls.h"
#include "net/transport.h"
#include "transport/cma_transport.h"
#include "transport/device_transport.h"
#include "transport/message_transport.h"
#include "transport/one_sided_transport.h"

namespace dart {

/// All ways of this unit to memory that is not mapped here. Which one a transfer takes is said by
/// the routes (transfer/route.h).
class Transports {
 public:
  /// Finds the way to other hosts, and lets them reach what this unit allocates from now on.
  /// Collective over all units.
  /// \param registered_locks see CmaTransport
  /// \param calls, network   to other hosts; nullptr in a run on one host
  Transports(
      const UnitTable& units, GlobalMemory& memory, SpinLock* registered_locks, RemoteCalls* calls,
      Network* network, const Agreement& holds_everywhere);
  Transports(const Transports&) = delete;
  Transports& operator=(const Transports&) = delete;

  /// Ends one-sided access to other hosts. Calls still work.
  void disconnect() { one_sided_.reset(); }

  /// Reaches memory that other processes of the host registered.
  Transport& process() { return process_; }
  /// Reaches device memory of this host; nullptr without GPU units here.
  Transport* device() { return device_.get(); }
  /// Reaches all memory of other hosts, by the owners' processes; nullptr in a run on one host.
  Transport* messages() { return messages_.get(); }
  /// One-sided access to memory of other hosts; nullptr in a run on one host.
  Transport* network() { return network_; }
  /// Whether it reaches the device memory of all units.
  bool network_reaches_devices() const { return network_reaches_devices_; }
  /// Whether atomic operations on 64-bit integers in host memory are the adapter's.
  bool has_adapter_atomics() const { return adapter_atomics_; }

 private:
  void connect(const NetworkSetup& setup, GlobalMemory& memory);

  CmaTransport process_;
  std::unique_ptr<DeviceTransport> device_;
  std::unique_ptr<MessageTransport> messages_;
  std::unique_ptr<TransportPeers> peers_;
  std::unique_ptr<Transport> one_sided_;  // if there is one
  Transport* network_ = nullptr;
  bool network_reaches_devices_ = false;
  bool adapter_atomics_ = false;
};

}  // namespace dart
