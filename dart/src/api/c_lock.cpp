// Locks of teams, of the C interface.

#include "api/guard.h"
#include "dash/dart/if/dart_synchronization.h"

using dart::Collective;
using dart::CollectiveCall;
using dart::guarded;
using dart::guarded_together;
using dart::Runtime;
using dart::Team;

extern "C" {

dart_ret_t dart_team_lock_init(dart_team_t teamid, dart_lock_t* lock) DART_NOTHROW
{
  DART_REQUIRE_POINTER(lock, __func__);
  *lock = DART_LOCK_NULL;
  return guarded_together(__func__, teamid, [&](Runtime& rt, Team& team, const char*) {
    team.board().begin(CollectiveCall(Collective::lock_init));
    *lock = rt.locks().create(team);
    DART_REQUIRE(*lock != nullptr, DART_ERR_NOMEM, "dart_team_lock_init: no memory for a lock");
    return DART_OK;
  });
}

dart_ret_t dart_team_lock_destroy(dart_lock_t* lock) DART_NOTHROW
{
  DART_REQUIRE_POINTER(lock, __func__);
  if (*lock == DART_LOCK_NULL) return DART_OK;
  return guarded_together(__func__, (*lock)->team, [&](Runtime& rt, Team& team, const char*) {
    team.board().begin(CollectiveCall::with_number(Collective::lock_destroy, (*lock)->number));
    rt.locks().destroy(team, *lock);
    *lock = DART_LOCK_NULL;
    return DART_OK;
  });
}

dart_ret_t dart_lock_acquire(dart_lock_t lock) DART_NOTHROW
{
  DART_REQUIRE_POINTER(lock, __func__);
  return guarded(__func__, [&](Runtime& rt, const char*) {
    DART_REQUIRE(
        !dart::Locks::is_held(*lock), DART_ERR_INVAL,
        "dart_lock_acquire: this thread of unit %d holds the lock already", rt.units().me());
    return rt.locks().acquire(*lock);
  });
}

dart_ret_t dart_lock_try_acquire(dart_lock_t lock, int32_t* result) DART_NOTHROW
{
  DART_REQUIRE_POINTER(lock, __func__);
  DART_REQUIRE_POINTER(result, __func__);
  return guarded(__func__, [&](Runtime& rt, const char*) {
    const dart_ret_t tried = rt.locks().try_acquire(*lock);
    *result = tried == DART_OK ? 1 : 0;
    return tried == DART_PENDING ? DART_OK : tried;
  });
}

dart_ret_t dart_lock_release(dart_lock_t lock) DART_NOTHROW
{
  DART_REQUIRE_POINTER(lock, __func__);
  return guarded(__func__, [&](Runtime& rt, const char*) {
    DART_REQUIRE(
        dart::Locks::is_held(*lock), DART_ERR_INVAL,
        "dart_lock_release: this thread of unit %d does not hold the lock", rt.units().me());
    return rt.locks().release(*lock);
  });
}

bool dart_lock_initialized(struct dart_lock_struct const* lock) DART_NOTHROW
{
  return lock != nullptr && lock->shared != nullptr;
}

}  // extern "C"
