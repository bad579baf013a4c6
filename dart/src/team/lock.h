#pragma once

/// \file
/// Locks of teams.

#include <atomic>

#include "base/token_table.h"
#include "base/wait.h"
#include "dash/dart/if/dart_synchronization.h"

namespace dart {

/// The data of a lock that the units of a team share, in the control heap of the host of the team's
/// unit 0.
struct alignas(64) SharedLock {
  SleepLock lock;
};

/// One unit's access to a lock.
struct Lock {
  dart_lock_t handle;
  dart_team_t team;
  SharedLock* shared;
  int number;          ///< the lock's number in its team, the same on all units
  dart_unit_t keeper;  ///< unit on the host of the lock's data, which units of other hosts call
  std::atomic<int> holder{0};  ///< thread of this unit that holds the lock; 0 for none
};

/// The locks of all teams of this unit.
using LockTable = TokenTable<Lock, TokenKind::lock>;
extern LockTable lock_table;

/// nullptr if the lock does not exist.
inline Lock* find_lock(dart_lock_t handle)
{
  return lock_table.find(reinterpret_cast<LockTable::Token>(handle));
}

/// Ends this unit's access to a lock.
inline void end_lock(const Lock& lock)
{
  lock_table.remove(reinterpret_cast<LockTable::Token>(lock.handle));
}

}  // namespace dart
