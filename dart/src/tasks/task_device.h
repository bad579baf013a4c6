#pragma once

/// \file
/// What the processes of a host share for their tasks.

#include <ctime>

#include "base/wait.h"
#include "tasks/task_dependencies.h"
#include "tasks/task_pool.h"
#include "tasks/task_queue.h"
#include "tasks/task_record.h"
#include "tasks/task_times.h"

namespace dart {

/// Where idle workers of a device sleep. No work is missed by one that prepares, finds none, and
/// sleeps: whoever brings work rings afterwards. Who prepares and finds work leaves before doing
/// it, so that nobody takes a busy worker for one that comes.
class Doorbell {
 public:
  /// \return what leave(), sleep() and nap() need
  std::uint32_t prepare() { return word_.fetch_add(1) + 1; }
  /// \return whether nobody rang meanwhile
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

  /// Wakes all. \return whether there was one
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
  // The word counts the threads that sleep or are about to, and above them the rings.
  static constexpr std::uint32_t one_ring = 1u << 12;
  static std::uint32_t sleepers_of(std::uint32_t word) { return word % one_ring; }
  static std::uint32_t rings_of(std::uint32_t word) { return word / one_ring; }

  /// Workers do not count among those that leave a core to them.
  void wait(std::uint32_t prepared, const timespec* time)
  {
    syscall(SYS_futex, &word_, FUTEX_WAIT, prepared, time, nullptr, 0);
    leave(prepared);
  }

  std::atomic<std::uint32_t> word_{0};
};

/// Whether the waits of a unit's threads do the work of its device, so that waking its worker for
/// each task would cost more than the task. The worker then looks now and then.
class SelfService {
 public:
  bool is_on() const { return state_.load() != off; }
  /// A waiting thread found work. \return whether it is on only now
  bool renew()
  {
    if (state_.load(std::memory_order_relaxed) == fresh) return false;
    return state_.exchange(fresh) == off;
  }
  /// Ends unless renewed since the last call. \return whether it is on
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

/// A CPU unit or a GPU. Its index is that of its unit; a GPU has the lowest one that stands for it.
struct alignas(64) TaskDevice {
  TaskQueue queue;
  alignas(64) Doorbell bell;
  std::atomic<std::uint32_t> lookers{0};    ///< waiting threads that look for work
  std::atomic<std::uint32_t> executing{0};  ///< tasks
  SelfService self_service;
  TaskLinks links;
};

/// What a unit creates tasks from.
struct alignas(64) TaskCreator {
  TaskPool<Task> pool;
  std::atomic<std::uint64_t> tasks{0};
};

struct HostTasks {
  std::atomic<bool> are_ending{false};      ///< dart_exit is under way
  std::atomic<std::uint32_t> cancelled{0};  ///< by dart_exit
  std::atomic<std::uint32_t> broken_gpus{0};
  /// For tasks that may execute on CPU units, GPUs, or both: without affinity.
  TaskQueue main[3];
  TaskDependencies dependencies;
  TaskTimes times;
  TaskDevice* devices = nullptr;  ///< by index
  TaskCreator* creators = nullptr;

  TaskQueue& main_of(DeviceKind kinds) { return main[static_cast<unsigned>(kinds) - 1]; }
};

}  // namespace dart
