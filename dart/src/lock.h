#pragma once

#include <atomic>
#include <cstdint>

#include "dash/dart/if/dart_types.h"
#include "wait.h"

namespace dart {

/// A lock as the units of a team share it; lies in the control heap.
struct alignas(64) SharedLock {
  SleepLock lock;
  std::atomic<std::uint64_t> owner{0};  ///< unit and thread that holds it; 0: none
};

}  // namespace dart

/// One unit's access to a lock.
struct dart_lock_struct {
  dart_team_t team;
  dart::SharedLock* shared;
};
