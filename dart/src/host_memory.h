#pragma once

// How much memory the host has.

#include <unistd.h>

#include <cstdint>

namespace dart {

inline std::uint64_t host_memory_bytes()
{
  return std::uint64_t(sysconf(_SC_PHYS_PAGES)) * sysconf(_SC_PAGESIZE);
}

}  // namespace dart
