#pragma once

/// \file
/// Which units of a team are GPU units.

#include <dash/Team.h>
#include <dash/detail/base/Macro.h>

#include <cstddef>

namespace dash::detail {

/// Number of GPU units in a team; their elements may be in device memory. The same on all of them.
DASH_API std::size_t gpu_units_of(const Team& team);

/// Number of GPU units in front of a unit of a team.
DASH_API std::size_t gpu_units_before(const Team& team, std::size_t unit);

/// Whether all units of a team are GPU units of one host. The same on all of them.
DASH_API bool has_only_gpus_of_host(const Team& team);

/// Whether a team consists of CPU units and GPU units of one host. The same on all of them.
DASH_API bool has_cpus_and_gpus_of_host(const Team& team);

/// Whether all units of a team are CPU units, and they are on several hosts. The same on all of
/// them.
DASH_API bool has_only_cpus_of_hosts(const Team& team);

}  // namespace dash::detail
