#pragma once

/// \file
/// Network adapters of this host that verbs reach, as the kernel lists them; needs no library.

#include <string>
#include <vector>

namespace dart::info {

/// An address of a port.
struct Gid {
  unsigned index = 0;     ///< as DART_IB_GID takes it
  std::string gid;        ///< "fe80:0000:…"
  std::string type;       ///< "IB/RoCE v1", "RoCE v2"; empty: not known
  std::string interface;  ///< of the network beside it; empty: none
};

struct AdapterPort {
  unsigned number = 0;  ///< from 1 on
  bool active = false;
  std::string state;       ///< "ACTIVE", "DOWN", …
  std::string link_layer;  ///< "InfiniBand", "Ethernet"
  std::string rate;        ///< "400 Gb/sec (4X NDR)"
  std::vector<Gid> gids;   ///< those that are set
};

struct Adapter {
  std::string name;
  std::string firmware;
  std::string pci_bus_id;  ///< empty: not on such a bus
  int numa_node = -1;      ///< -1: not known
  std::string trouble;     ///< why this process cannot use it; empty: it can
  std::vector<AdapterPort> ports;

  bool usable() const;  ///< no trouble, and a port is active
};

/// Adapters by name. \param root folder that holds sys/class and dev
std::vector<Adapter> inspect_adapters(const std::string& root = "/");

}  // namespace dart::info
