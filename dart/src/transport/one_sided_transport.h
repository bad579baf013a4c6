#pragma once

#include <memory>

#include "net/network.h"
#include "net/peers.h"
#include "transport/transport.h"

namespace dart {

class Runtime;

/// One-sided access to memory on other hosts, as DART_TRANSPORT says; nullptr: by messages alone.
/// Collective over all units.
/// \throws std::runtime_error with the remedy if a transport that was asked for cannot be had
std::unique_ptr<Transport> make_one_sided_transport(Runtime& rt, Network& network, Peers& peers);

}  // namespace dart
