#include "team/locks.h"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <new>
#include <thread>
#include <vector>

#include "base/exception_guard.h"
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

dart_ret_t serve(RemoteCalls::Bytes bytes)
{
  const auto call = front_of<LockCall>(bytes);
  if (call.takes) return call.lock->lock.try_lock() ? DART_OK : DART_PENDING;
  call.lock->lock.unlock();
  return DART_OK;
}

}  // namespace

Locks::Locks(ControlHeap& heap, const Hosts& hosts, RemoteCalls* calls)
    : heap_(heap),
      hosts_(hosts),
      calls_(calls)
{
  if (calls == nullptr) return;
  calls->serve(
      RemoteCalls::Kind::lock,
      [](dart_unit_t, RemoteCalls::Bytes call, std::vector<std::byte>&) { return serve(call); });
}

/// \return nullptr if memory is exhausted
SharedLock* Locks::make_shared()
{
  void* memory = heap_.allocate(sizeof(SharedLock));
  return memory != nullptr ? new (memory) SharedLock : nullptr;
}

dart_lock_struct* Locks::create(Team& team)
{
  const int number = team.next_lock();
  std::unique_ptr<dart_lock_struct> made;
  const dart_ret_t able = prepared([&] {
    made.reset(new dart_lock_struct{team.id(), nullptr, number, team.global_id(0)});
    team.locks().reserve(team.locks().size() + 1);
    return DART_OK;
  });
  Offer mine{nullptr, able == DART_OK};
  if (team.me() == 0 && mine.is_able) mine.shared = make_shared();
  SharedLock* shared = nullptr;
  bool all_able = true;
  team.board().exchange(mine, [&](std::uint32_t unit, const Offer& offer) {
    if (unit == 0) shared = offer.shared;
    all_able = all_able && offer.is_able;
  });
  if (shared == nullptr || !all_able) {
    if (team.me() == 0 && shared != nullptr) heap_.free(shared);
    return nullptr;
  }
  made->shared = shared;
  team.locks().push_back(made.get());
  return made.release();
}

void Locks::destroy(Team& team, dart_lock_struct* lock)
{
  barrier(team.board());
  if (team.me() == 0) heap_.free(lock->shared);
  std::erase(team.locks(), lock);
  delete lock;
}

bool Locks::is_held(const dart_lock_struct& lock)
{
  return lock.holder.load(std::memory_order_relaxed) == caller();
}

dart_ret_t Locks::acquire(dart_lock_struct& lock)
{
  const dart_ret_t taken = take(lock);
  if (taken == DART_OK) lock.holder.store(caller(), std::memory_order_relaxed);
  return taken;
}

dart_ret_t Locks::try_acquire(dart_lock_struct& lock)
{
  const dart_ret_t tried = try_take(lock);
  if (tried == DART_OK) lock.holder.store(caller(), std::memory_order_relaxed);
  return tried;
}

dart_ret_t Locks::release(dart_lock_struct& lock)
{
  if (calls_ != nullptr) calls_->fence().pass();
  lock.holder.store(0, std::memory_order_relaxed);
  if (!is_near(lock)) return call_keeper(lock, false);
  lock.shared->lock.unlock();
  return DART_OK;
}

dart_ret_t Locks::call_keeper(const dart_lock_struct& lock, bool takes)
{
  const LockCall call{lock.shared, takes};
  return calls_->call(lock.keeper, RemoteCalls::Kind::lock, {bytes_of(call)});
}

dart_ret_t Locks::try_take(const dart_lock_struct& lock)
{
  if (!is_near(lock)) return call_keeper(lock, true);
  return lock.shared->lock.try_lock() ? DART_OK : DART_PENDING;
}

/// The keeper's thread cannot wait for the lock, so units of other hosts ask again, ever less
/// often.
dart_ret_t Locks::take(const dart_lock_struct& lock)
{
  if (is_near(lock)) {
    lock.shared->lock.lock();
    return DART_OK;
  }
  constexpr std::chrono::microseconds longest(500);
  for (std::chrono::microseconds pause(5);; pause = std::min(2 * pause, longest)) {
    const dart_ret_t tried = call_keeper(lock, true);
    if (tried != DART_PENDING) return tried;
    std::this_thread::sleep_for(pause);
  }
}

}  // namespace dart
