#pragma once

/// \file
/// What hardware this host has around a processor.

#include <dash/dart/if/dart_types.h>

#include <vector>

namespace dart {

/// Hardware around processor \c cpu of this host. The topology is read on the first call of the
/// process, which takes some milliseconds. Leaves the host's name and the share of cores open; the
/// first of \c scopes is the node, with index 0. Not thread-safe.
dart_hwinfo_t discover_hardware(int cpu);

/// Cores that each of the units may use that run on \c unit_cpus of this host: those this process
/// is bound to, divided among the units that are bound there too; at least one.
int cores_per_unit(const std::vector<int>& unit_cpus);

}  // namespace dart
