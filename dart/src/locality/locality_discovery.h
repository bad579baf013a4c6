#pragma once

/// \file
/// Discovers the hardware of this host around a processor.

#include <dash/dart/if/dart_types.h>

#include <vector>

namespace dart {

/// The hardware around processor \c cpu of this host. The first call of the process reads the
/// topology, which takes some milliseconds. The host's name and the share of cores are not set; the
/// first of \c scopes is the node, with index 0. Not thread-safe.
dart_hwinfo_t discover_hardware(int cpu);

/// Number of cores that each of the units may use that run on \c unit_cpus of this host: the cores
/// to which this process is bound, divided by the number of units that are bound there; at least
/// one.
int cores_per_unit(const std::vector<int>& unit_cpus);

}  // namespace dart
