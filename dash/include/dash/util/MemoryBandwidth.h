#pragma once

/// \file
/// Measures how fast units copy within their own memory.

#include <dash/detail/base/Macro.h>

namespace dash::util {

/// Megabytes (10^6 bytes) per second that the calling unit's processor reads and writes when it
/// copies large blocks, in host memory on CPU units and in device memory on GPU units. The first
/// call in a process measures this, in about 50 ms. Local call, between init and finalize.
DASH_API int memory_bandwidth_mbps();

}  // namespace dash::util
