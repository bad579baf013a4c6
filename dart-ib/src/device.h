#pragma once

/// \file
/// The adapter and port that this process uses.

#include <string>

#include "dash/dart/if/dart_types.h"
#include "gid.h"
#include "settings.h"
#include "verbs_objects.h"

namespace dart::ib {

class Device {
 public:
  /// Opens the adapter that the settings name, or else the nearest one with an active port.
  /// \throws std::runtime_error with reason and remedy if none is usable
  Device(const Settings& settings, dart_unit_t unit);

  const char* name() const { return ibv_get_device_name(context_->device); }
  ibv_context* context() const { return context_.get(); }
  ibv_pd* protection_domain() const { return domain_.get(); }

  std::uint8_t port() const { return port_; }
  const ibv_port_attr& port_attributes() const { return port_attributes_; }
  const ibv_device_attr& attributes() const { return attributes_; }
  const Gid& gid() const { return gid_; }
  bool is_ethernet() const { return port_attributes_.link_layer == IBV_LINK_LAYER_ETHERNET; }
  /// Whether the LID does not identify the port, so that a global address is needed.
  bool needs_global_address() const { return (port_attributes_.flags & IBV_QPF_GRH_REQUIRED) != 0; }

  bool has_atomics() const { return attributes_.atomic_cap != IBV_ATOMIC_NONE; }
  /// Whether device memory can be registered, as far as driver and kernel report.
  bool registers_dmabuf() const { return registers_dmabuf_; }

 private:
  Context context_;
  ProtectionDomain domain_;
  std::uint8_t port_ = 0;
  ibv_port_attr port_attributes_{};
  ibv_device_attr attributes_{};
  Gid gid_{};
  bool registers_dmabuf_ = false;
};

}  // namespace dart::ib
