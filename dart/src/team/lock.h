#pragma once

/// \file
/// Locks of teams.

#include <atomic>

#include "base/wait.h"
#include "dash/dart/if/dart_types.h"

namespace dart {

/// The data of a lock that the units of a team share, in the control heap of the host of the team's
/// unit 0.
struct alignas(64) SharedLock {
  SleepLock lock;
};

}  // namespace dart

/// One unit's access to a lock.
struct dart_lock_struct {
  dart_team_t team;
  dart::SharedLock* shared;
  int number;          ///< of the lock in its team, the same on all units
  dart_unit_t keeper;  ///< unit on the host of the lock's data, which units of other hosts call
  std::atomic<int> holder{0};  ///< thread of this unit that holds the lock; 0 for none
};
