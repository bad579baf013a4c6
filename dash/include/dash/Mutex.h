#pragma once

/// \file
/// dash::Mutex, mutual exclusion between units.

#include <dash/Team.h>
#include <dash/detail/base/Macro.h>
#include <dash/detail/team/TeamLock.h>
#include <dash/detail/team/TeamOwned.h>

namespace dash {

/// Mutual exclusion among all units of a team and their threads. Satisfies \e Lockable. Not
/// recursive.
///
/// What the owner of the mutex writes to global memory is visible to the next owner. Construction,
/// \c init and destruction are collective; \c lock, \c try_lock and \c unlock are not.
///
/// No unit may own the mutex when it is destroyed: otherwise all units say so on standard error,
/// and the runtime frees it in dash::finalize.
class DASH_API Mutex {
 public:
  /// Before dash::init this creates nothing: call \c init later.
  explicit Mutex(Team& team = Team::All());

  Mutex(const Mutex&) = delete;
  Mutex& operator=(const Mutex&) = delete;
  Mutex(Mutex&&) noexcept = default;
  Mutex& operator=(Mutex&&) noexcept = default;
  ~Mutex() = default;

  /// Creates a mutex that was constructed before dash::init. Collective. \return false if the mutex
  /// exists already, or if DASH is not running
  bool init();

  /// Blocks until the caller owns the mutex.
  /// \throws exception::RuntimeError if there is no lock, because the mutex was not created or
  ///   moved from, or its team was freed, or if the calling thread owns it
  void lock();
  /// Tries to lock the mutex without blocking. \return whether the caller owns it now
  bool try_lock();
  /// Unlocks the mutex. \throws exception::RuntimeError if the calling thread does not own it
  void unlock();

 private:
  detail::TeamOwned<detail::TeamLock> lock_;
};

}  // namespace dash
