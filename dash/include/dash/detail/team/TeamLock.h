#pragma once

/// \file
/// A lock of the runtime that the units of a team create together.

#include <dash/detail/base/Macro.h>

#include <dash/dart/if/dart.h>

#include <utility>

namespace dash {

class Team;

namespace detail {

/// A resource as \c TeamOwned expects it: a lock, or none.
class DASH_API TeamLock {
 public:
  TeamLock() = default;
  /// Creates a lock. Collective. \throws exception::RuntimeError if the runtime cannot create one
  explicit TeamLock(const Team& team);
  TeamLock(TeamLock&& other) noexcept : lock_(std::exchange(other.lock_, DART_LOCK_NULL)) {}
  TeamLock& operator=(TeamLock&& other) noexcept
  {
    std::swap(lock_, other.lock_);
    return *this;
  }

  dart_lock_t get() const noexcept { return lock_; }

  bool is_allocated() const noexcept { return lock_ != DART_LOCK_NULL; }
  void flush() const noexcept {}
  void deallocate() noexcept;

 private:
  dart_lock_t lock_ = DART_LOCK_NULL;
};

}  // namespace detail

}  // namespace dash
