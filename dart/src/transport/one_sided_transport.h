#pragma once

#include <memory>

#include "net/network.h"
#include "net/peers.h"
#include "transport/transport.h"

namespace dart {

class Runtime;

/// Creates the one-sided access to memory on other hosts that DART_TRANSPORT selects; returns
/// nullptr if only messages are used. Collective over all units.
/// \throws std::runtime_error with the remedy if the selected transport is not available
std::unique_ptr<Transport> make_one_sided_transport(Runtime& rt, Network& network, Peers& peers);

}  // namespace dart
