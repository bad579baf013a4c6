#pragma once

/// \file
/// What a host offers to the units of a run, except GPUs.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "binding.h"
#include "memory/cgroup.h"
#include "memory/reserved_pages.h"

namespace dart::info {

struct NumaNode {
  int number = 0;
  launcher::Cpus processors;
  std::uint64_t memory_bytes = 0;
};

/// Limits of the system that restrict transports.
struct Limits {
  /// RLIMIT_MEMLOCK in bytes; nullopt if there is no limit
  std::optional<std::uint64_t> locked_memory;
  std::optional<std::uint64_t> open_files;  ///< RLIMIT_NOFILE; nullopt if there is no limit
  /// of the cgroups of the process; nullopt if there is no limit
  std::optional<MemoryLimit> memory;
  /// setting of the Yama module; nullopt if the module is not active
  std::optional<int> ptrace_scope;
  /// when the system uses huge pages for shared memory, as its setting says ("never", "advise", …);
  /// nullopt if it has no such setting
  std::optional<std::string> shared_huge_pages;
  ReservedPageCounts reserved_huge_pages;
};

struct HostInfo {
  std::string name;
  std::string system;  ///< kernel and its release
  std::string processor;
  unsigned packages = 0;
  unsigned cores = 0;
  unsigned processors = 0;  ///< hardware threads
  unsigned allowed_cores = 0;
  std::uint64_t memory_bytes = 0;
  std::vector<NumaNode> numa_nodes;
  Limits limits;
};

/// \throws std::runtime_error if the topology cannot be read
HostInfo inspect_host();

}  // namespace dart::info
