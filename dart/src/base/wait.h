#pragma once

/// \file
/// Waiting for other units: a wait spins for a short time, then yields the core, then sleeps in the
/// kernel.

#include <linux/futex.h>
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <bit>
#include <cerrno>
#include <chrono>
#include <climits>
#include <cstdint>
#include <ctime>
#include <optional>

namespace dart {

inline void cpu_relax()
{
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("yield");
#endif
}

/// Number of threads of this process that sleep in futex_wait, and so need no core.
inline std::atomic<int> sleeping_threads{0};

inline void futex_wait(const std::atomic<std::uint32_t>& word, std::uint32_t seen)
{
  sleeping_threads.fetch_add(1, std::memory_order_relaxed);
  syscall(SYS_futex, &word, FUTEX_WAIT, seen, nullptr, nullptr, 0);
  sleeping_threads.fetch_sub(1, std::memory_order_relaxed);
}

/// Waits no longer than that. \return false if the time is over
inline bool futex_wait(
    const std::atomic<std::uint32_t>& word, std::uint32_t seen, std::chrono::milliseconds longest)
{
  const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(longest);
  const std::chrono::nanoseconds rest = longest - seconds;
  const timespec time{static_cast<time_t>(seconds.count()), static_cast<long>(rest.count())};
  sleeping_threads.fetch_add(1, std::memory_order_relaxed);
  const long woken = syscall(SYS_futex, &word, FUTEX_WAIT, seen, &time, nullptr, 0);
  const bool is_over = woken != 0 && errno == ETIMEDOUT;
  sleeping_threads.fetch_sub(1, std::memory_order_relaxed);
  return !is_over;
}

inline void futex_wake(const std::atomic<std::uint32_t>& word, int waiters = INT_MAX)
{
  syscall(SYS_futex, &word, FUTEX_WAKE, waiters, nullptr, nullptr, 0);
}

/// How long a wait spins before it yields its core.
struct SpinPolicy {
  int polls = 200;    ///< number of polls without a pause, for the shortest reaction time
  int pauses = 1000;  ///< number of polls with a pause in between
  int yields = 20;  ///< number of polls with sched_yield in between, after which the thread sleeps

  /// The policy of units that share cores.
  static SpinPolicy for_shared_cores() { return {.pauses = 0}; }
  bool shares_cores() const { return pauses == 0; }

  /// The policy in use, which is chosen at init: if there are more units than cores, a spinning
  /// thread keeps the awaited unit from running.
  static SpinPolicy current;
};

/// Yields the core to a unit that may be the awaited one. If another program computes there, that
/// takes milliseconds each time, while a thread that sleeps gets the core as soon as it is woken;
/// so the thread's next waits do without.
/// \return false if the thread should sleep instead
inline bool yield_core()
{
  using Clock = std::chrono::steady_clock;
  constexpr auto slice_of_others = std::chrono::milliseconds(2);
  constexpr int waits_after_slow_yield = 1000;
  thread_local int waits_without_yield = 0;
  if (waits_without_yield > 0) {
    --waits_without_yield;
    return false;
  }
  const auto begin = Clock::now();
  sched_yield();
  if (Clock::now() - begin > slice_of_others) waits_without_yield = waits_after_slow_yield;
  return true;
}

/// Polls \c ready() according to SpinPolicy. \return false if it is time to sleep
template <class Ready>
bool spin_until(Ready ready)
{
  for (int i = 0; i < SpinPolicy::current.polls; ++i) {
    if (ready()) return true;
  }
  for (int i = 0; i < SpinPolicy::current.pauses; ++i) {
    if (ready()) return true;
    cpu_relax();
  }
  for (int i = 0; i < SpinPolicy::current.yields; ++i) {
    if (ready()) return true;
    if (!yield_core()) return false;
  }
  return false;
}

/// Polls for an event that takes microseconds if all units have cores. Never sleeps, so it yields
/// in any case: whoever brings the event about may need this core.
template <class Ready>
void spin(Ready ready)
{
  while (!spin_until(ready)) sched_yield();
}

/// A counter in shared memory that one side advances and others wait for. It wraps around.
///
/// The lowest bit tells that somebody sleeps; so advancing is one atomic instruction, plus a system
/// call only if there is a sleeper.
class WaitWord {
 public:
  using Count = std::uint32_t;  ///< 31 bits are used

  void set(Count count)
  {
    if (word_.exchange(count << 1) & 1) futex_wake(word_);
  }

  void add(Count increment)
  {
    if (word_.fetch_add(increment << 1) & 1) {
      word_.fetch_and(~1u);
      futex_wake(word_);
    }
  }

  Count count() const { return word_.load(std::memory_order_acquire) >> 1; }

  bool reached(Count target) const
  {
    return reached(word_.load(std::memory_order_acquire), target);
  }

  /// Waits until the count is at or past \c target.
  void wait(Count target)
  {
    if (reached(target)) return;
    if (spin_until([&] { return reached(target); })) return;
    std::uint32_t seen = word_.load(std::memory_order_acquire);
    while (!reached(seen, target)) {
      if ((seen & 1) || word_.compare_exchange_weak(seen, seen | 1)) {
        futex_wait(word_, seen | 1);
        seen = word_.load(std::memory_order_acquire);
      }
    }
  }

 private:
  static bool reached(std::uint32_t word, Count target)
  {
    return static_cast<std::int32_t>((word - (target << 1)) & ~1u) >= 0;
  }

  std::atomic<std::uint32_t> word_{0};
};

/// A counter like WaitWord with a mark for each count, which travels with it.
class MarkedWaitWord {
 public:
  using Count = WaitWord::Count;
  /// A count with its mark, as one number.
  using Value = std::uint64_t;

  static constexpr Value value(Count count, std::uint32_t mark)
  {
    return Value(mark) << 32 | static_cast<std::uint32_t>(count << 1);
  }
  static constexpr Count count_of(Value value) { return static_cast<std::uint32_t>(value) >> 1; }
  static constexpr std::uint32_t mark_of(Value value) { return value >> 32; }

  void set(Value value)
  {
    if (word_.exchange(value) & sleeps) futex_wake(futex());
  }

  Value get() const { return word_.load(std::memory_order_acquire) & ~sleeps; }

  /// Whether it has exactly this value, and nobody sleeps: the shortest test for what is expected.
  bool is(Value value) const { return word_.load(std::memory_order_acquire) == value; }

  /// Like set(), unless \c value is set already; what it was is in \c before when others see that.
  void set_once(Value value, std::atomic<Value>& before)
  {
    Value seen = word_.load(std::memory_order_acquire);
    do {
      if ((seen & ~sleeps) == value) return;
      before.store(seen & ~sleeps, std::memory_order_relaxed);
    } while (!word_.compare_exchange_weak(seen, value));
    if ((seen & sleeps) != 0) futex_wake(futex());
  }

  bool has_reached(Count target) const
  {
    return reached(word_.load(std::memory_order_acquire), target);
  }

  /// Waits without sleeping until the count is at or past \c target. \return the count that it was
  /// then at; nothing if it is time to sleep
  std::optional<Value> spin(Count target) const
  {
    Value seen = 0;
    const bool is_reached =
        spin_until([&] { return reached(seen = word_.load(std::memory_order_acquire), target); });
    return is_reached ? std::optional(seen & ~sleeps) : std::nullopt;
  }

  /// Sleeps until the count is at or past \c target. \return the count that it was then at; nothing
  /// if it took longer than \c longest
  std::optional<Value> sleep(Count target, std::chrono::milliseconds longest)
  {
    Value seen = word_.load(std::memory_order_acquire);
    while (!reached(seen, target)) {
      if ((seen & sleeps) != 0 || word_.compare_exchange_weak(seen, seen | sleeps)) {
        const bool is_in_time =
            futex_wait(futex(), static_cast<std::uint32_t>(seen | sleeps), longest);
        seen = word_.load(std::memory_order_acquire);
        if (!is_in_time && !reached(seen, target)) return std::nullopt;
      }
    }
    return seen & ~sleeps;
  }

 private:
  static constexpr Value sleeps = 1;

  static bool reached(Value value, Count target)
  {
    const auto word = static_cast<std::uint32_t>(value);
    return static_cast<std::int32_t>((word - (target << 1)) & ~1u) >= 0;
  }

  /// The half with the count, which the kernel looks at.
  const std::atomic<std::uint32_t>& futex() const
  {
    static_assert(std::endian::native == std::endian::little);
    const void* const first_half = &word_;
    return *static_cast<const std::atomic<std::uint32_t>*>(first_half);
  }

  std::atomic<Value> word_{0};
};

/// Mutual exclusion among processes for a few instructions; one atomic operation per acquisition.
class SpinLock {
 public:
  bool try_lock() { return !held_.exchange(true, std::memory_order_acquire); }
  void lock()
  {
    while (held_.exchange(true, std::memory_order_acquire)) {
      spin([&] { return !held_.load(std::memory_order_relaxed); });
    }
  }
  void unlock() { held_.store(false, std::memory_order_release); }

 private:
  std::atomic<bool> held_{false};
};

/// Mutual exclusion among processes for longer times: waiting threads sleep.
class SleepLock {
 public:
  bool try_lock()
  {
    std::uint32_t expected = free;
    return word_.compare_exchange_strong(expected, held, std::memory_order_acquire);
  }

  void lock()
  {
    if (!spin()) sleep();
  }

  /// Tries to lock without sleeping. \return false if it is time to sleep
  bool spin()
  {
    return try_lock() ||
           spin_until([&] { return word_.load(std::memory_order_relaxed) == free && try_lock(); });
  }

  /// Locks, and sleeps until that is possible.
  void sleep()
  {
    while (word_.exchange(contended, std::memory_order_acquire) != free) {
      futex_wait(word_, contended);
    }
  }

  void unlock()
  {
    if (word_.exchange(free, std::memory_order_release) == contended) futex_wake(word_, 1);
  }

 private:
  enum : std::uint32_t { free, held, contended };
  std::atomic<std::uint32_t> word_{free};
};

}  // namespace dart
