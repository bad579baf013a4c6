#pragma once

/// \file
/// What memory the run has: facts that dash::init finds out.

#include <dash/detail/base/Macro.h>

namespace dash::detail {

/// Whether there is global memory that is not mapped here: of GPUs, of other hosts.
DASH_API extern constinit bool run_has_unmapped_memory;

/// Whether atomic operations on 64-bit integers are a network adapter's, on mapped memory, too.
DASH_API extern constinit bool atomics_by_adapter;

}  // namespace dash::detail
