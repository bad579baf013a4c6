#pragma once

/// \file
/// What the user may set by environment variables.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace dart::ib {

struct Settings {
  std::vector<std::string> devices;  ///< DART_IB_DEVICE: names, taken in turn by unit
  std::optional<int> port;           ///< DART_IB_PORT
  std::optional<int> gid;            ///< DART_IB_GID: index in the port's table
  bool direct_to_devices;            ///< DART_IB_GPUDIRECT: the adapter may reach device memory
  int service_level;                 ///< DART_IB_SERVICE_LEVEL
  int traffic_class;                 ///< DART_IB_TRAFFIC_CLASS: which RoCE traffic is lossless
  std::size_t chunk;                 ///< DART_IB_STAGING_CHUNK: bytes staged at once
  std::size_t register_from;         ///< DART_IB_REGISTER_FROM: larger buffers are not staged
};

/// \throws std::runtime_error naming variable, value and what is expected
Settings read_settings();

}  // namespace dart::ib
