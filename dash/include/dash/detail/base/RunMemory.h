#pragma once

/// \file
/// Properties of the run's memory, which dash::init determines.

#include <dash/detail/base/Macro.h>

namespace dash::detail {

/// Whether there is global memory that is not mapped here: memory of GPUs or of other hosts.
DASH_API extern constinit bool run_has_unmapped_memory;

/// Whether any unit of the run, on any host, is a GPU unit. The same on all units.
DASH_API extern constinit bool run_has_gpu_units_anywhere;

/// Whether a network adapter executes atomic operations on 64-bit integers, also on mapped memory.
DASH_API extern constinit bool atomics_by_adapter;

}  // namespace dash::detail
