#pragma once

/// \file
/// The distance of an adapter from the core on which this process runs.

#include <string>

namespace dart::ib {

/// The distance of NUMA nodes as the firmware reports it: 10 on the same node, more elsewhere. An
/// adapter without a node, such as an emulated one, is more distant than any other.
int numa_distance(const std::string& device);

}  // namespace dart::ib
