#include "team/lock.h"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <new>
#include <thread>

#include "api/guard.h"
#include "dash/dart/if/dart_communication.h"
#include "dash/dart/if/dart_synchronization.h"
#include "runtime/runtime.h"

using dart::guarded;
using dart::RemoteCalls;
using dart::Runtime;
using dart::Team;

namespace {

/// A number of the calling thread among those of this unit; never 0.
int caller()
{
  thread_local const int thread = gettid();
  return thread;
}

/// A call to the unit that keeps a lock.
struct LockCall {
  dart::SharedLock* lock;
  bool takes;  ///< whether it tries to take the lock, otherwise it releases it
};

/// What a unit publishes to the others of its team when a lock is created.
struct Offer {
  dart::SharedLock* shared;  ///< set by unit 0
  bool is_able;              ///< whether the unit has enough memory for the lock
};

/// \return nullptr if memory is exhausted
dart::SharedLock* make_shared_lock(Runtime& rt)
{
  void* memory = rt.control().allocate(sizeof(dart::SharedLock));
  return memory != nullptr ? new (memory) dart::SharedLock : nullptr;
}

bool is_near(const Runtime& rt, dart_lock_t lock)
{
  return rt.hosts().is_here(lock->keeper);
}

/// \return DART_OK, DART_PENDING if another unit holds the lock, or an error
dart_ret_t call_keeper(Runtime& rt, dart_lock_t lock, bool takes)
{
  const LockCall call{lock->shared, takes};
  return rt.calls()->call(lock->keeper, RemoteCalls::Kind::lock, {dart::bytes_of(call)});
}

dart_ret_t try_take(Runtime& rt, dart_lock_t lock)
{
  if (!is_near(rt, lock)) return call_keeper(rt, lock, true);
  return lock->shared->lock.try_lock() ? DART_OK : DART_PENDING;
}

/// Takes a lock on another host. The keeper's thread cannot wait for the lock, so the unit asks
/// repeatedly, at increasing intervals.
dart_ret_t take(Runtime& rt, dart_lock_t lock)
{
  if (is_near(rt, lock)) {
    lock->shared->lock.lock();
    return DART_OK;
  }
  constexpr std::chrono::microseconds longest(500);
  for (std::chrono::microseconds pause(5);; pause = std::min(2 * pause, longest)) {
    const dart_ret_t tried = call_keeper(rt, lock, true);
    if (tried != DART_PENDING) return tried;
    std::this_thread::sleep_for(pause);
  }
}

dart_ret_t release(Runtime& rt, dart_lock_t lock)
{
  if (!is_near(rt, lock)) return call_keeper(rt, lock, false);
  lock->shared->lock.unlock();
  return DART_OK;
}

}  // namespace

void dart::serve_locks(Runtime& rt)
{
  rt.calls()->serve(
      RemoteCalls::Kind::lock,
      [](dart_unit_t, RemoteCalls::Bytes bytes, std::vector<std::byte>&) -> dart_ret_t {
        const auto call = front_of<LockCall>(bytes);
        if (call.takes) return call.lock->lock.try_lock() ? DART_OK : DART_PENDING;
        call.lock->lock.unlock();
        return DART_OK;
      });
}

extern "C" {

dart_ret_t dart_team_lock_init(dart_team_t teamid, dart_lock_t* lock) DART_NOTHROW
{
  DART_REQUIRE_POINTER(lock, __func__);
  *lock = DART_LOCK_NULL;
  return guarded(__func__, teamid, [&](Runtime& rt, Team& team, const char* function) {
    std::unique_ptr<dart_lock_struct> made;
    const dart_ret_t able = dart::prepared([&] {
      made.reset(new dart_lock_struct{teamid, nullptr, team.global_id(0)});
      team.locks().reserve(team.locks().size() + 1);
      return DART_OK;
    });
    Offer mine{nullptr, able == DART_OK};
    if (team.me() == 0 && mine.is_able) mine.shared = make_shared_lock(rt);
    dart::SharedLock* shared = nullptr;
    bool all_able = true;
    team.board().exchange(mine, [&](std::uint32_t unit, const Offer& offer) {
      if (unit == 0) shared = offer.shared;
      all_able = all_able && offer.is_able;
    });
    if (shared == nullptr || !all_able) {
      if (team.me() == 0 && shared != nullptr) rt.control().free(shared);
      dart::log(dart::LogLevel::error, "%s: no memory for a lock", function);
      return DART_ERR_NOMEM;
    }
    made->shared = shared;
    team.locks().push_back(made.get());
    *lock = made.release();
    return DART_OK;
  });
}

dart_ret_t dart_team_lock_destroy(dart_lock_t* lock) DART_NOTHROW
{
  DART_REQUIRE_POINTER(lock, __func__);
  if (*lock == DART_LOCK_NULL) return DART_OK;
  return guarded(__func__, (*lock)->team, [&](Runtime& rt, Team& team, const char*) {
    const dart_ret_t reached = dart_barrier(team.id());
    if (reached != DART_OK) return reached;
    if (team.me() == 0) rt.control().free((*lock)->shared);
    std::erase(team.locks(), *lock);
    delete *lock;
    *lock = DART_LOCK_NULL;
    return DART_OK;
  });
}

dart_ret_t dart_lock_acquire(dart_lock_t lock) DART_NOTHROW
{
  DART_REQUIRE_POINTER(lock, __func__);
  return guarded(__func__, [&](Runtime& rt, const char*) {
    DART_REQUIRE(
        lock->holder.load(std::memory_order_relaxed) != caller(), DART_ERR_INVAL,
        "dart_lock_acquire: this thread of unit %d holds the lock already", rt.unit());
    const dart_ret_t taken = take(rt, lock);
    if (taken == DART_OK) lock->holder.store(caller(), std::memory_order_relaxed);
    return taken;
  });
}

dart_ret_t dart_lock_try_acquire(dart_lock_t lock, int32_t* result) DART_NOTHROW
{
  DART_REQUIRE_POINTER(lock, __func__);
  DART_REQUIRE_POINTER(result, __func__);
  return guarded(__func__, [&](Runtime& rt, const char*) {
    const dart_ret_t tried = try_take(rt, lock);
    *result = tried == DART_OK ? 1 : 0;
    if (*result) lock->holder.store(caller(), std::memory_order_relaxed);
    return tried == DART_PENDING ? DART_OK : tried;
  });
}

dart_ret_t dart_lock_release(dart_lock_t lock) DART_NOTHROW
{
  DART_REQUIRE_POINTER(lock, __func__);
  return guarded(__func__, [&](Runtime& rt, const char*) {
    DART_REQUIRE(
        lock->holder.load(std::memory_order_relaxed) == caller(), DART_ERR_INVAL,
        "dart_lock_release: this thread of unit %d does not hold the lock", rt.unit());
    lock->holder.store(0, std::memory_order_relaxed);
    return release(rt, lock);
  });
}

bool dart_lock_initialized(struct dart_lock_struct const* lock) DART_NOTHROW
{
  return lock != nullptr && lock->shared != nullptr;
}

}  // extern "C"
