#pragma once

/// \file
/// The settings that users make by environment variables.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace dart::ib {

struct Settings {
  std::vector<std::string> devices;  ///< DART_IB_DEVICE: names of adapters, which units use in turn
  std::optional<int> port;           ///< DART_IB_PORT
  std::optional<int> gid;            ///< DART_IB_GID: index in the port's table of addresses
  bool direct_to_devices;  ///< DART_IB_GPUDIRECT: whether the adapter may access device memory
  int service_level;       ///< DART_IB_SERVICE_LEVEL
  int traffic_class;       ///< DART_IB_TRAFFIC_CLASS: on RoCE, determines which traffic is lossless
  std::size_t chunk;       ///< DART_IB_STAGING_CHUNK: number of bytes staged in one step
  std::size_t register_from;  ///< DART_IB_REGISTER_FROM: size from which buffers are not staged
};

/// \throws std::runtime_error that names variable, value and what is expected
Settings read_settings();

}  // namespace dart::ib
