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

}  // namespace dash::detail
