// Locks of teams, of the C interface.

#include "api/guard.h"
#include "dash/dart/if/dart_synchronization.h"

using dart::Collective;
using dart::CollectiveCall;
using dart::guarded;
using dart::guarded_together;
using dart::Lock;
using dart::Runtime;
using dart::Team;

namespace {

[[gnu::cold]] dart_ret_t refuse_lock(const char* function)
{
  dart::log(
      dart::LogLevel::error,
      "%s: no such lock: it, or a copy of it, was destroyed already, its team or the runtime has "
      "ended, or another unit has created it",
      function);
  return DART_ERR_INVAL;
}

/// Runs the body of a function about a lock like guarded(); \c body gets the lock after the
/// runtime.
template <class Body>
[[gnu::always_inline]] inline dart_ret_t guarded_lock(
    const char* function, dart_lock_t handle, const Body& body) noexcept
{
  return guarded(function, [&](Runtime& rt, const char*) {
    Lock* const lock = dart::find_lock(handle);
    return lock == nullptr ? refuse_lock(function) : body(rt, *lock);
  });
}

}  // namespace

extern "C" {

dart_ret_t dart_team_lock_init(dart_team_t teamid, dart_lock_t* lock) DART_NOTHROW
{
  DART_REQUIRE_POINTER(lock, __func__);
  *lock = DART_LOCK_NULL;
  return guarded_together(__func__, teamid, [&](Runtime& rt, Team& team, const char*) {
    team.board().begin(CollectiveCall(Collective::lock_init));
    *lock = rt.locks().create(team);
    DART_REQUIRE(
        *lock != DART_LOCK_NULL, DART_ERR_NOMEM, "dart_team_lock_init: no memory for a lock");
    return DART_OK;
  });
}

dart_ret_t dart_team_lock_destroy(dart_lock_t* lock) DART_NOTHROW
{
  DART_REQUIRE_POINTER(lock, __func__);
  if (*lock == DART_LOCK_NULL) return DART_OK;
  Lock* const known = dart::find_lock(*lock);
  if (known == nullptr) {
    *lock = DART_LOCK_NULL;
    return refuse_lock(__func__);
  }
  return guarded_together(
      __func__, known->team, [&](Runtime& rt, Team& team, const char* function) {
        team.board().begin(CollectiveCall::with_number(Collective::lock_destroy, known->number));
        const dart_ret_t destroyed = rt.locks().destroy(team, *known, function);
        if (destroyed == DART_OK) *lock = DART_LOCK_NULL;
        return destroyed;
      });
}

dart_ret_t dart_lock_acquire(dart_lock_t lock) DART_NOTHROW
{
  DART_REQUIRE_POINTER(lock, __func__);
  return guarded_lock(__func__, lock, [](Runtime& rt, Lock& own) {
    DART_REQUIRE(
        !dart::Locks::is_held(own), DART_ERR_INVAL,
        "dart_lock_acquire: this thread of unit %d holds the lock already", rt.units().me());
    return rt.locks().acquire(own);
  });
}

dart_ret_t dart_lock_try_acquire(dart_lock_t lock, int32_t* result) DART_NOTHROW
{
  DART_REQUIRE_POINTER(lock, __func__);
  DART_REQUIRE_POINTER(result, __func__);
  *result = 0;
  return guarded_lock(__func__, lock, [result](Runtime& rt, Lock& own) {
    const dart_ret_t tried = rt.locks().try_acquire(own);
    *result = tried == DART_OK ? 1 : 0;
    return tried == DART_PENDING ? DART_OK : tried;
  });
}

dart_ret_t dart_lock_release(dart_lock_t lock) DART_NOTHROW
{
  DART_REQUIRE_POINTER(lock, __func__);
  return guarded_lock(__func__, lock, [](Runtime& rt, Lock& own) {
    DART_REQUIRE(
        dart::Locks::is_held(own), DART_ERR_INVAL,
        "dart_lock_release: this thread of unit %d does not hold the lock", rt.units().me());
    return rt.locks().release(own);
  });
}

bool dart_lock_initialized(struct dart_lock_struct const* lock) DART_NOTHROW
{
  return dart::find_lock(const_cast<dart_lock_t>(lock)) != nullptr;
}

}  // extern "C"
