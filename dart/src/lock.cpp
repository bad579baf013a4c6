#include "lock.h"

#include <unistd.h>

#include <algorithm>
#include <new>

#include "dash/dart/if/dart_communication.h"
#include "dash/dart/if/dart_synchronization.h"
#include "runtime.h"

namespace {

/// Identity of the calling thread among all threads of the run; never 0.
std::uint64_t caller()
{
  thread_local const auto thread = static_cast<std::uint32_t>(gettid());
  return std::uint64_t(dart::runtime()->unit() + 1) << 32 | thread;
}

}  // namespace

extern "C" {

dart_ret_t dart_team_lock_init(dart_team_t teamid, dart_lock_t* lock) DART_NOTHROW
{
  DART_RUNTIME(rt, __func__);
  DART_REQUIRE(lock != nullptr, DART_ERR_INVAL, "dart_team_lock_init: lock is null");
  *lock = DART_LOCK_NULL;
  DART_TEAM(team, rt, teamid);
  dart::SharedLock* shared = team.board().from_one(0, [&rt]() -> dart::SharedLock* {
    void* memory = rt.control().allocate(sizeof(dart::SharedLock));
    return memory != nullptr ? new (memory) dart::SharedLock : nullptr;
  });
  DART_REQUIRE(shared != nullptr, DART_ERR_NOMEM, "dart_team_lock_init: no memory for a lock");
  *lock = new dart_lock_struct{teamid, shared};
  team.locks().push_back(*lock);
  return DART_OK;
}

dart_ret_t dart_team_lock_destroy(dart_lock_t* lock) DART_NOTHROW
{
  DART_REQUIRE(lock != nullptr, DART_ERR_INVAL, "dart_team_lock_destroy: lock is null");
  if (*lock == DART_LOCK_NULL) return DART_OK;
  DART_RUNTIME(rt, __func__);
  DART_TEAM(team, rt, (*lock)->team);
  const dart_ret_t reached = dart_barrier(team.id());
  if (reached != DART_OK) return reached;
  if (team.me() == 0) rt.control().free((*lock)->shared);
  std::erase(team.locks(), *lock);
  delete *lock;
  *lock = DART_LOCK_NULL;
  return DART_OK;
}

dart_ret_t dart_lock_acquire(dart_lock_t lock) DART_NOTHROW
{
  DART_RUNTIME(rt, __func__);
  DART_REQUIRE(lock != nullptr, DART_ERR_INVAL, "dart_lock_acquire: null lock");
  DART_REQUIRE(
      lock->shared->owner.load(std::memory_order_relaxed) != caller(), DART_ERR_INVAL,
      "dart_lock_acquire: this thread of unit %d holds the lock already", rt.unit());
  lock->shared->lock.lock();
  lock->shared->owner.store(caller(), std::memory_order_relaxed);
  return DART_OK;
}

dart_ret_t dart_lock_try_acquire(dart_lock_t lock, int32_t* result) DART_NOTHROW
{
  DART_RUNTIME(rt, __func__);
  (void)rt;
  DART_REQUIRE(
      lock != nullptr && result != nullptr, DART_ERR_INVAL, "dart_lock_try_acquire: null argument");
  *result = lock->shared->lock.try_lock() ? 1 : 0;
  if (*result) lock->shared->owner.store(caller(), std::memory_order_relaxed);
  return DART_OK;
}

dart_ret_t dart_lock_release(dart_lock_t lock) DART_NOTHROW
{
  DART_RUNTIME(rt, __func__);
  DART_REQUIRE(lock != nullptr, DART_ERR_INVAL, "dart_lock_release: null lock");
  DART_REQUIRE(
      lock->shared->owner.load(std::memory_order_relaxed) == caller(), DART_ERR_INVAL,
      "dart_lock_release: this thread of unit %d does not hold the lock", rt.unit());
  lock->shared->owner.store(0, std::memory_order_relaxed);
  lock->shared->lock.unlock();
  return DART_OK;
}

bool dart_lock_initialized(struct dart_lock_struct const* lock) DART_NOTHROW
{
  return lock != nullptr && lock->shared != nullptr;
}

}  // extern "C"
