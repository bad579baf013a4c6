#pragma once

/// \file
/// What is done with locks of teams.

#include "job/hosts.h"
#include "memory/control_heap.h"
#include "net/remote_calls.h"
#include "team/lock.h"
#include "team/team.h"

namespace dart {

/// Takes and releases locks, and lets units of other hosts take those that lie here.
class Locks {
 public:
  /// \param calls to other hosts; nullptr in a run on one host
  Locks(ControlHeap& heap, const Hosts& hosts, RemoteCalls* calls);
  Locks(const Locks&) = delete;
  Locks& operator=(const Locks&) = delete;

  /// Collective. \return DART_LOCK_NULL on all units when memory is exhausted
  dart_lock_t create(Team& team);
  /// Ends a lock, or all locks of a team, unless a unit holds one. Collective.
  /// \return DART_OK; DART_ERR_INVAL on all units, after a message, if one is held
  dart_ret_t destroy(Team& team, Lock& lock, const char* function);
  dart_ret_t destroy_all(Team& team, const char* function);

  /// Waits for the lock. \return DART_OK, or an error if its host does not answer
  dart_ret_t acquire(Lock& lock);
  /// \return DART_OK, DART_PENDING if another unit holds the lock, or an error
  dart_ret_t try_acquire(Lock& lock);
  dart_ret_t release(Lock& lock);
  /// Whether the calling thread holds the lock.
  static bool is_held(const Lock& lock);

 private:
  SharedLock* make_shared();
  void end(Team& team, Lock& lock);
  bool is_near(const Lock& lock) const { return hosts_.is_here(lock.keeper); }
  dart_ret_t call_keeper(const Lock& lock, bool takes);
  dart_ret_t take(const Lock& lock);
  dart_ret_t try_take(const Lock& lock);

  ControlHeap& heap_;
  const Hosts& hosts_;
  RemoteCalls* calls_;
};

}  // namespace dart
