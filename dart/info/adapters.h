#pragma once

/// \file
/// Network adapters of this host that verbs can use, as the kernel lists them; needs no library.

#include <string>
#include <vector>

namespace dart::info {

/// An address of a port.
struct Gid {
  unsigned index = 0;     ///< value that DART_IB_GID takes
  std::string gid;        ///< "fe80:0000:…"
  std::string type;       ///< "IB/RoCE v1", "RoCE v2"; empty if unknown
  std::string interface;  ///< network interface of the same port; empty if there is none
};

struct AdapterPort {
  unsigned number = 0;  ///< counted from 1
  bool active = false;
  std::string state;       ///< "ACTIVE", "DOWN", …
  std::string link_layer;  ///< "InfiniBand", "Ethernet"
  std::string rate;        ///< "400 Gb/sec (4X NDR)"
  std::vector<Gid> gids;   ///< addresses that are set
};

struct Adapter {
  std::string name;
  std::string firmware;
  std::string pci_bus_id;  ///< empty if it is not on a PCI bus
  int numa_node = -1;      ///< -1 if unknown
  std::string trouble;     ///< why this process cannot use it; empty if it can
  std::vector<AdapterPort> ports;

  bool usable() const;  ///< whether there is no trouble and a port is active
};

/// Adapters in the order of their names. \param root folder that holds sys/class and dev
std::vector<Adapter> inspect_adapters(const std::string& root = "/");

}  // namespace dart::info
