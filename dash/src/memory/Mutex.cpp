#include <dash/Mutex.h>

#include <dash/Exception.h>
#include <dash/Init.h>
#include <dash/detail/base/CheckResult.h>
#include <dash/detail/base/CurrentCall.h>

#include <cstdint>

namespace dash {

namespace {

/// Checks a call whose reasons go to the exception; made before the arguments are evaluated.
class LockCall : detail::FailureReasons {
 public:
  void check(dart_ret_t ret, const detail::TeamLock& lock, const char* mistake) const
  {
    if (ret == DART_OK) [[likely]]
      return;
    const char* const cause =
        lock.is_allocated() ? mistake
                            : "there is no lock: it was moved from, Team::free or dash::finalize "
                              "has freed it, or init was not called after dash::init";
    DASH_THROW(dash::exception::RuntimeError, "Mutex: " << cause << take());
  }
};

}  // namespace

namespace detail {

TeamLock::TeamLock(const Team& team)
{
  const FailureReasons reasons;
  if (dart_team_lock_init(team.dart_id(), &lock_) != DART_OK) {
    DASH_THROW(
        dash::exception::RuntimeError,
        "Mutex: no lock could be created for team " << team.dart_id() << reasons.take());
  }
}

void TeamLock::deallocate() noexcept
{
  if (dash::is_initialized()) dart_team_lock_destroy(&lock_);
  lock_ = DART_LOCK_NULL;
}

}  // namespace detail

Mutex::Mutex(Team& team) : lock_(team)
{
  init();
}

bool Mutex::init()
{
  if (lock_.is_allocated() || !dash::is_initialized()) return false;
  Team& team = lock_.team();
  lock_.allocate(team, "dash::Mutex", [&] { return detail::TeamLock(team); });
  return true;
}

void Mutex::lock()
{
  const detail::CurrentCall call("dash::Mutex::lock");
  LockCall().check(
      dart_lock_acquire(lock_->get()), *lock_, "the calling thread holds it; it is not recursive");
}

bool Mutex::try_lock()
{
  std::int32_t acquired = 0;
  LockCall().check(
      dart_lock_try_acquire(lock_->get(), &acquired), *lock_, "it could not be requested");
  return acquired != 0;
}

void Mutex::unlock()
{
  LockCall().check(
      dart_lock_release(lock_->get()), *lock_, "unlocked by a thread that does not hold it");
}

}  // namespace dash
