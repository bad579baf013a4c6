#pragma once

/// \file
/// The size of the host's memory.

#include <unistd.h>

#include <cstdint>

#include "job/hosts.h"

namespace dart {

inline std::uint64_t host_memory_bytes()
{
  // Emulated hosts share the memory of the machine.
  return std::uint64_t(sysconf(_SC_PHYS_PAGES)) * sysconf(_SC_PAGESIZE) / emulated_hosts();
}

}  // namespace dart
