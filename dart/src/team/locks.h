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

  /// Collective. \return nullptr on all units when memory is exhausted
  dart_lock_struct* create(Team& team);
  /// Collective.
  void destroy(Team& team, dart_lock_struct* lock);

  /// Waits for the lock. \return DART_OK, or an error if its host does not answer
  dart_ret_t acquire(dart_lock_struct& lock);
  /// \return DART_OK, DART_PENDING if another unit holds the lock, or an error
  dart_ret_t try_acquire(dart_lock_struct& lock);
  dart_ret_t release(dart_lock_struct& lock);
  /// Whether the calling thread holds the lock.
  static bool is_held(const dart_lock_struct& lock);

 private:
  SharedLock* make_shared();
  bool is_near(const dart_lock_struct& lock) const { return hosts_.is_here(lock.keeper); }
  dart_ret_t call_keeper(const dart_lock_struct& lock, bool takes);
  dart_ret_t take(const dart_lock_struct& lock);
  dart_ret_t try_take(const dart_lock_struct& lock);

  ControlHeap& heap_;
  const Hosts& hosts_;
  RemoteCalls* calls_;
};

}  // namespace dart
