#pragma once

/// \file
/// High-bandwidth memory as a memory space.

#include <dash/memory/HostSpace.h>

namespace dash {

/// High-bandwidth memory; ordinary host memory on machines without it.
class HBWSpace : public MemorySpace<memory_domain_local, memory_space_hbw_tag> {
 public:
  static constexpr bool check_hbw_available() noexcept { return false; }
};

}  // namespace dash
