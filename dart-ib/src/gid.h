#pragma once

/// \file
/// Choice of the port's address (GID); on Ethernet a port has several.

#include <infiniband/verbs.h>

#include <optional>

namespace dart::ib {

struct Gid {
  int index;
  ibv_gid value;
};

/// The GID with \c index or, if none is given, the most useful one: on Ethernet a RoCE v2 address
/// with IPv4, because it can be routed and all networks with RoCE have it; on InfiniBand the first
/// one.
/// \throws std::runtime_error that lists the GIDs of the port if there is no suitable one
Gid choose_gid(
    ibv_context* context, int port, const ibv_port_attr& attributes, std::optional<int> index);

}  // namespace dart::ib
