#pragma once

/// \file
/// How fast units copy within their own memory.

#include <dash/detail/base/Macro.h>

namespace dash::util {

/// Megabytes (10^6) a second that the calling unit's processor reads and writes when it copies
/// large blocks: host memory on CPU units, device memory on GPU units. Measured when a process
/// calls it first, in some 50 ms. Local, between init and finalize.
DASH_API int memory_bandwidth_mbps();

}  // namespace dash::util
