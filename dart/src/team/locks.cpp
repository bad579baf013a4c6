#include "team/locks.h"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <new>
#include <optional>
#include <thread>
#include <vector>

#include "base/exception_guard.h"
#include "base/log.h"
#include "base/wait_place.h"
#include "team/collectives.h"

namespace dart {
namespace {

/// The calling thread among those of this unit; never 0.
int caller()
{
  thread_local const int thread = gettid();
  return thread;
}

/// A call to the unit that keeps a lock.
struct LockCall {
  SharedLock* lock;
  bool takes;  ///< tries to take it; else releases it
};

/// What a unit tells the others of its team when a lock is created.
struct Offer {
  SharedLock* shared;  ///< from unit 0
  bool is_able;        ///< whether the unit has the memory for the lock
};

/// Makes this unit's access to a lock. \throws std::bad_alloc
dart_lock_t make_lock(const Team& team, int number)
{
  const LockTable::Token token =
      lock_table.add(DART_LOCK_NULL, team.id(), nullptr, number, team.global_id(0));
  return lock_table.find(token)->handle = reinterpret_cast<dart_lock_t>(token);
}

/// A lock that a unit holds.
struct Held {
  std::uint32_t unit;  ///< in the team
  int number;          ///< the lock's number; -1: no unit holds one
};

/// All units show the number of a lock that they hold, or -1, when nobody uses the locks any more.
Held find_held(Team& team, int mine)
{
  Held held{0, -1};
  team.board().exchange(mine, [&](std::uint32_t unit, int number) {
    if (held.number < 0) held = {unit, number};
  });
  return held;
}

dart_ret_t refuse_held(const Team& team, const Held& held, const char* function)
{
  log(LogLevel::error,
      "%s: unit %d holds lock %d of team %d; release it before (dart_lock_release)", function,
      team.global_id(held.unit), held.number, team.id());
  return DART_ERR_INVAL;
}

dart_ret_t serve(RemoteCalls::Bytes bytes)
{
  const auto call = front_of<LockCall>(bytes);
  if (call.takes) return call.lock->lock.try_lock() ? DART_OK : DART_PENDING;
  call.lock->lock.unlock();
  return DART_OK;
}

}  // namespace

constinit LockTable lock_table;

Locks::Locks(ControlHeap& heap, const Hosts& hosts, RemoteCalls* calls)
    : heap_(heap),
      hosts_(hosts),
      calls_(calls)
{
  if (calls == nullptr) return;
  calls->serve(RemoteCalls::Kind::lock, [](dart_unit_t, RemoteCalls::Bytes call, ByteBuffer&) {
    return serve(call);
  });
}

/// \return nullptr if memory is exhausted
SharedLock* Locks::make_shared()
{
  void* memory = heap_.allocate(sizeof(SharedLock));
  return memory != nullptr ? new (memory) SharedLock : nullptr;
}

dart_lock_t Locks::create(Team& team)
{
  const int number = team.next_lock();
  dart_lock_t handle = DART_LOCK_NULL;
  const dart_ret_t able = prepared([&] {
    team.locks().reserve(team.locks().size() + 1);
    handle = make_lock(team, number);
    return DART_OK;
  });
  Lock* const made = find_lock(handle);
  Offer mine{nullptr, able == DART_OK};
  if (team.me() == 0 && mine.is_able) mine.shared = make_shared();
  SharedLock* shared = nullptr;
  bool all_able = true;
  team.board().exchange(mine, [&](std::uint32_t unit, const Offer& offer) {
    if (unit == 0) shared = offer.shared;
    all_able = all_able && offer.is_able;
  });
  if (made == nullptr || shared == nullptr || !all_able) {
    if (team.me() == 0 && shared != nullptr) heap_.free(shared);
    if (made != nullptr) end_lock(*made);
    return DART_LOCK_NULL;
  }
  made->shared = shared;
  team.locks().push_back(made);
  return handle;
}

dart_ret_t Locks::destroy(Team& team, Lock& lock, const char* function)
{
  const Held held = find_held(team, lock.holder.load() != 0 ? lock.number : -1);
  if (held.number >= 0) return refuse_held(team, held, function);
  end(team, lock);
  return DART_OK;
}

dart_ret_t Locks::destroy_all(Team& team, const char* function)
{
  int mine = -1;
  for (const Lock* lock : team.locks()) {
    if (lock->holder.load() != 0) mine = lock->number;
  }
  const Held held = find_held(team, mine);
  if (held.number >= 0) return refuse_held(team, held, function);
  while (!team.locks().empty()) end(team, *team.locks().back());
  return DART_OK;
}

/// Ends this unit's part of a lock that no unit uses any more.
void Locks::end(Team& team, Lock& lock)
{
  if (team.me() == 0) heap_.free(lock.shared);
  std::erase(team.locks(), &lock);
  end_lock(lock);
}

bool Locks::is_held(const Lock& lock)
{
  return lock.holder.load(std::memory_order_relaxed) == caller();
}

dart_ret_t Locks::acquire(Lock& lock)
{
  const dart_ret_t taken = take(lock);
  if (taken == DART_OK) lock.holder.store(caller(), std::memory_order_relaxed);
  return taken;
}

dart_ret_t Locks::try_acquire(Lock& lock)
{
  const dart_ret_t tried = try_take(lock);
  if (tried == DART_OK) lock.holder.store(caller(), std::memory_order_relaxed);
  return tried;
}

dart_ret_t Locks::release(Lock& lock)
{
  if (calls_ != nullptr) calls_->fence().pass();
  lock.holder.store(0, std::memory_order_relaxed);
  if (!is_near(lock)) return call_keeper(lock, false);
  lock.shared->lock.unlock();
  return DART_OK;
}

dart_ret_t Locks::call_keeper(const Lock& lock, bool takes)
{
  const LockCall call{lock.shared, takes};
  return calls_->call(lock.keeper, RemoteCalls::Kind::lock, {bytes_of(call)});
}

dart_ret_t Locks::try_take(const Lock& lock)
{
  if (!is_near(lock)) return call_keeper(lock, true);
  return lock.shared->lock.try_lock() ? DART_OK : DART_PENDING;
}

/// The keeper's thread cannot wait for the lock, so units of other hosts ask again, ever less
/// often.
dart_ret_t Locks::take(const Lock& lock)
{
  constexpr char function[] = "dart_lock_acquire";
  if (is_near(lock)) {
    if (lock.shared->lock.spin()) return DART_OK;
    const ShownWait shown(function, lock.team);
    lock.shared->lock.sleep();
    return DART_OK;
  }
  std::optional<ShownWait> shown;
  constexpr std::chrono::microseconds longest(500);
  for (std::chrono::microseconds pause(5);; pause = std::min(2 * pause, longest)) {
    const dart_ret_t tried = call_keeper(lock, true);
    if (tried != DART_PENDING) return tried;
    if (!shown) shown.emplace(function, lock.team);
    std::this_thread::sleep_for(pause);
  }
}

}  // namespace dart
