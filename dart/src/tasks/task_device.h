#pragma once

/// \file
/// The data on tasks that the processes of a host share.

#include <ctime>

#include "base/wait.h"
#include "tasks/order_token.h"
#include "tasks/task_dependencies.h"
#include "tasks/task_mail.h"
#include "tasks/task_memory.h"
#include "tasks/task_pool.h"
#include "tasks/task_queue.h"
#include "tasks/task_record.h"
#include "tasks/task_times.h"

namespace dart {

/// Where idle workers of a device sleep. A worker calls prepare(), looks for work, and sleeps if
/// there is none; it misses no work, because whoever adds work rings afterwards. A worker that
/// finds work after prepare() calls leave() before executing it, so that nobody expects a busy
/// worker to come.
class Doorbell {
 public:
  /// Announces that the caller is about to sleep. \return the argument for leave(), sleep() and
  /// nap()
  std::uint32_t prepare() { return word_.fetch_add(1) + 1; }
  /// \return whether nobody has rung meanwhile
  bool leave(std::uint32_t prepared)
  {
    std::uint32_t seen = word_.load();
    while (rings_of(seen) == rings_of(prepared)) {
      if (word_.compare_exchange_weak(seen, seen - 1)) return true;
    }
    return false;
  }
  void sleep(std::uint32_t prepared) { wait(prepared, nullptr); }
  void nap(std::uint32_t prepared, std::uint32_t microseconds)
  {
    const timespec time{0, static_cast<long>(microseconds) * 1000};
    wait(prepared, &time);
  }

  /// Wakes all workers that sleep. \return whether there was one
  bool ring()
  {
    std::uint32_t seen = word_.load();
    while (sleepers_of(seen) > 0) {
      if (word_.compare_exchange_weak(seen, (rings_of(seen) + 1) * one_ring)) {
        futex_wake(word_);
        return true;
      }
    }
    return false;
  }

 private:
  // The lower bits of the word count the threads that sleep or are about to, the upper bits count
  // the rings.
  static constexpr std::uint32_t one_ring = 1u << 12;
  static std::uint32_t sleepers_of(std::uint32_t word) { return word % one_ring; }
  static std::uint32_t rings_of(std::uint32_t word) { return word / one_ring; }

  /// Workers do not use futex_wait, because they must not count as threads that leave their core to
  /// workers.
  void wait(std::uint32_t prepared, const timespec* time)
  {
    syscall(SYS_futex, &word_, FUTEX_WAIT, prepared, time, nullptr, 0);
    leave(prepared);
  }

  std::atomic<std::uint32_t> word_{0};
};

/// Whether the waits of a unit's threads do the work of its device. Waking its worker for each task
/// would then cost more than the task, so the worker only looks from time to time.
class SelfService {
 public:
  bool is_on() const { return state_.load() != off; }
  /// A waiting thread has found work. \return whether this has just been switched on
  bool renew()
  {
    if (state_.load(std::memory_order_relaxed) == fresh) return false;
    return state_.exchange(fresh) == off;
  }
  /// Switches this off unless it was renewed since the last call. \return whether it is on
  bool age()
  {
    std::uint32_t seen = state_.load();
    while (seen != off && !state_.compare_exchange_weak(seen, seen == fresh ? aging : off)) {
    }
    return seen == fresh;
  }

 private:
  enum : std::uint32_t { off, fresh, aging };
  std::atomic<std::uint32_t> state_{off};
};

/// A CPU unit or a GPU. Its index is that of its unit; for a GPU, the lowest index of its units.
struct alignas(64) TaskDevice {
  TaskQueue queue;
  alignas(64) Doorbell bell;
  std::atomic<std::uint32_t> lookers{0};    ///< number of waiting threads that look for work
  std::atomic<std::uint32_t> executing{0};  ///< number of tasks that it executes
  SelfService self_service;
  TaskLinks links;
};

/// What a unit needs to create tasks.
struct alignas(64) TaskCreator {
  TaskPool<Task> pool;
  std::atomic<std::uint64_t> tasks{0};
  TaskMemory memory;
};

struct HostTasks {
  std::atomic<bool> are_ending{false};      ///< whether dart_exit is in progress
  std::atomic<std::uint32_t> cancelled{0};  ///< number of tasks that dart_exit has cancelled
  std::atomic<std::uint32_t> broken_gpus{0};
  /// The queues of tasks without affinity that may execute on CPU units, GPUs, or both.
  TaskQueue main[3];
  TaskDependencies dependencies;
  TaskTimes times;
  TaskDevice* devices = nullptr;    ///< one for each index of a device
  TaskCreator* creators = nullptr;  ///< one for each index, and behind them the one of all guests
  // For tasks with data on other hosts:
  std::atomic<std::uint32_t> travellers{0};  ///< number of those of this host
  SharedMail mail;
  SharedToken token;

  TaskQueue& main_of(DeviceKind kinds) { return main[static_cast<unsigned>(kinds) - 1]; }
};

}  // namespace dart
