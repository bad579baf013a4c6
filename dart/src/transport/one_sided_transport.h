#pragma once

/// \file
/// Which transport leads to memory of other hosts.

#include <functional>
#include <memory>

#include "memory/global_memory.h"
#include "net/network.h"
#include "net/peers.h"
#include "net/transport.h"

namespace dart {

/// Whether something that holds here, or not, holds at all units of the run. Collective.
using Agreement = std::function<bool(bool here)>;

/// What transports between hosts are made of.
struct NetworkSetup {
  const UnitTable& units;
  const GlobalMemory& memory;
  Network& network;
  Peers& peers;             ///< outlives the transport
  std::uint32_t timeout_s;  ///< after which an operation towards a dead peer fails
  Agreement holds_everywhere;
};

/// One-sided access to memory on other hosts, as DART_TRANSPORT says; nullptr: by messages alone.
/// Collective over all units.
/// \throws std::runtime_error with the remedy if a transport that was asked for cannot be had
std::unique_ptr<Transport> make_one_sided_transport(const NetworkSetup& setup);

}  // namespace dart
