#pragma once

/// \file
/// The limit of memory that the process's cgroups set, as containers and batch systems do.

#include <cstdint>
#include <optional>
#include <string>

namespace dart {

struct MemoryLimit {
  std::uint64_t bytes;
  std::string source;  ///< the file that sets it
};

/// The lowest limit of the process's own cgroup and of those above it, of both versions of cgroups;
/// nothing if there is none. Reads it anew.
/// \param root in front of all paths, for tests
std::optional<MemoryLimit> cgroup_memory_limit(const std::string& root = {});

}  // namespace dart
