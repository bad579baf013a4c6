#pragma once

/// \file
/// dash::Mutex, mutual exclusion between units.

#include <dash/Team.h>
#include <dash/detail/base/Macro.h>

#include <dash/dart/if/dart.h>

namespace dash {

/// Mutual exclusion among all units of a team and their threads. Meets \e Lockable. Not recursive.
///
/// What a holder writes to global memory is visible to the next one. Construction, \c init and
/// destruction are collective; \c lock, \c try_lock and \c unlock are not.
class DASH_API Mutex {
 public:
  /// Before dash::init nothing is created: call \c init later.
  explicit Mutex(Team& team = Team::All());

  Mutex(const Mutex&) = delete;
  Mutex& operator=(const Mutex&) = delete;
  Mutex(Mutex&& other) noexcept;
  Mutex& operator=(Mutex&& other) noexcept;
  ~Mutex();

  /// \return false if the mutex is there already, or DASH is not running
  bool init();

  /// Blocks until held.
  /// \throws exception::RuntimeError if it was not created, or the calling thread holds it
  void lock();
  /// Does not block. \return whether it is held now
  bool try_lock();
  /// \throws exception::RuntimeError if the calling thread does not hold it
  void unlock();

 private:
  void register_deallocator();
  void take(Mutex& other) noexcept;
  void destroy() noexcept;

  Team* team_;
  dart_lock_t lock_ = DART_LOCK_NULL;
};

}  // namespace dash
