#pragma once

/// \file
/// Choice of the adapter and the port that a process uses.

#include "settings.h"
#include "verbs_objects.h"

namespace dart::ib {

struct PortChoice {
  Context context;
  std::uint8_t port;
  ibv_port_attr attributes;
};

/// \throws std::runtime_error with reason and remedy if none is usable
PortChoice choose_port(const Settings& settings, std::size_t unit);

}  // namespace dart::ib
