#pragma once

/// \file
/// The limit of the sizes of files (ulimit -f), which holds for the memory file of a run, too.

#include <sys/resource.h>

#include <cstdint>

namespace dart {

/// Whether this process may make a file of this size. If it tries nevertheless, the kernel ends it
/// by SIGXFSZ, without a word about the cause.
inline bool file_limit_permits(std::uint64_t bytes)
{
  rlimit limit{};
  return getrlimit(RLIMIT_FSIZE, &limit) != 0 || bytes <= limit.rlim_cur;
}

}  // namespace dart
