#pragma once

/// \file
/// The memory that the units of a host may use.

#include <cstdint>

namespace dart {

/// Bytes of the machine's memory, or less if the cgroup of the process allows less: then an eighth
/// of that is left for what units allocate by themselves, because the kernel kills processes of a
/// cgroup that exceeds its limit. Emulated hosts share it.
std::uint64_t host_memory_bytes();

}  // namespace dart
