#include "memory/host_memory.h"

#include <unistd.h>

#include <algorithm>

#include "job/hosts.h"
#include "memory/cgroup.h"

namespace dart {

std::uint64_t host_memory_bytes()
{
  std::uint64_t bytes = std::uint64_t(sysconf(_SC_PHYS_PAGES)) * sysconf(_SC_PAGESIZE);
  if (const auto limit = cgroup_memory_limit(); limit && limit->bytes < bytes) {
    bytes = std::max<std::uint64_t>(limit->bytes / 8 * 7, 1 << 20);
  }
  return bytes / emulated_hosts();
}

}  // namespace dart
