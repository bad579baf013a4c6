#pragma once

/// \file
/// The port's address of which there are several on Ethernet.

#include <infiniband/verbs.h>

#include <optional>

namespace dart::ib {

struct Gid {
  int index;
  ibv_gid value;
};

/// The GID of \c index, or else the one that reaches furthest: RoCE v2 with an IPv4 address can be
/// routed, and each network that has RoCE at all has it; on InfiniBand the first one.
/// \throws std::runtime_error naming those that there are
Gid choose_gid(
    ibv_context* context, int port, const ibv_port_attr& attributes, std::optional<int> index);

}  // namespace dart::ib
