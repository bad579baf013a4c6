#pragma once

#include <atomic>

#include "base/wait.h"
#include "dash/dart/if/dart_types.h"

namespace dart {

/// A lock as the units of a team share it; lies in the control heap of the host of the team's
/// unit 0.
struct alignas(64) SharedLock {
  SleepLock lock;
};

class Runtime;

/// Lets units of other hosts take and release the locks that lie here.
void serve_locks(Runtime& rt);

}  // namespace dart

/// One unit's access to a lock.
struct dart_lock_struct {
  dart_team_t team;
  dart::SharedLock* shared;
  dart_unit_t keeper;  ///< unit on the host where the lock lies; reached by calls from others
  std::atomic<int> holder{0};  ///< thread of this unit that holds the lock; 0: none
};
