#pragma once

/// \file
/// How far an adapter is from the core that this process runs on.

#include <string>

namespace dart::ib {

/// As the firmware tells distances of NUMA nodes: 10 on the same node, more elsewhere. An adapter
/// without a node of its own, such as an emulated one, counts as further than any other.
int numa_distance(const std::string& device);

}  // namespace dart::ib
