#pragma once

/// \file
/// The record of a task, in memory that the processes of a host share.

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <string_view>
#include <utility>

#include "base/wait.h"
#include "dash/dart/if/dart_tasks.h"
#include "tasks/code_handle.h"

namespace dart {

class TaskQueue;
struct Task;

/// A task as long as it is not destroyed: the serial number tells whether the record is still its.
struct TaskRef {
  Task* task = nullptr;
  std::uint64_t serial = 0;

  bool operator==(const TaskRef&) const = default;
};

/// A task that comes after another: in the list of the one that it follows.
struct TaskEdge {
  enum class Kind : std::uint8_t {
    needs,    ///< the successor is not queued before, and fails with the other one
    follows,  ///< the successor is not queued before, and fails with tasks before both
    waits     ///< the successor's function waits
  };
  TaskRef successor;
  Kind kind = Kind::needs;
  TaskEdge* next = nullptr;
  TaskEdge* next_free = nullptr;
};

/// Global memory that a task uses.
struct TaskRange {
  enum class Kind : std::uint8_t {
    mapped,  ///< host memory of this host: the place is its address
    device,  ///< device memory of this host
    far      ///< memory of another host, reached by the global pointer
  };
  std::uint64_t place, bytes;  ///< see dart_gptr_place
  dart_gptr_t gptr;
  Kind kind;
  std::uint8_t access;

  bool is_read() const { return (access & DART_TAPI_IN) != 0; }
  bool is_written() const { return (access & DART_TAPI_OUT) != 0; }
};

/// Kinds of devices that a task has a function for.
enum class DeviceKind : std::uint8_t { cpu = 1, gpu = 2, either = 3 };

inline bool is_among(DeviceKind kind, DeviceKind kinds)
{
  return (static_cast<unsigned>(kind) & static_cast<unsigned>(kinds)) != 0;
}

/// From created to waiting for predecessors, and so on to finished. A task that is cancelled while
/// it waits ends when it would have been queued: those behind it still come after its predecessors.
enum class TaskPhase : std::uint32_t { created, waiting, cancelled, queued, running, finished };

/// Where a task stands; others sleep until it is finished.
class TaskState {
 public:
  TaskPhase phase() const { return phase_of(word_.load(std::memory_order_acquire)); }

  bool advance(TaskPhase from, TaskPhase to)
  {
    std::uint32_t seen = word_.load(std::memory_order_relaxed);
    while (phase_of(seen) == from) {
      if (word_.compare_exchange_weak(seen, word_of(to) | (seen & sleeper))) return true;
    }
    return false;
  }
  void reset() { word_.store(word_of(TaskPhase::created), std::memory_order_release); }
  void finish()
  {
    if (word_.exchange(word_of(TaskPhase::finished)) & sleeper) futex_wake(word_);
  }
  /// Sleeps until the task is finished, or shorter.
  void sleep()
  {
    std::uint32_t seen = word_.load(std::memory_order_acquire);
    while (phase_of(seen) != TaskPhase::finished) {
      if ((seen & sleeper) || word_.compare_exchange_weak(seen, seen | sleeper)) {
        futex_wait(word_, seen | sleeper);
        return;
      }
    }
  }

 private:
  static constexpr std::uint32_t sleeper = 1;
  static TaskPhase phase_of(std::uint32_t word) { return static_cast<TaskPhase>(word >> 1); }
  static std::uint32_t word_of(TaskPhase phase) { return static_cast<std::uint32_t>(phase) << 1; }

  std::atomic<std::uint32_t> word_{0};
};

struct alignas(64) Task {
  static constexpr std::size_t inline_ranges = 3, inline_args = 64;
  static constexpr int nowhere = -1;

  // What each task needs lies in two cache lines.
  std::atomic<std::uint64_t> serial{0};  ///< among the tasks of the unit that creates; 0: free
  TaskState state;
  /// The handle is one user, the execution another, the predecessors together a third one.
  std::atomic<std::uint32_t> users{0};
  std::atomic<std::uint32_t> unmet{0};  ///< predecessors that are not finished
  std::uint32_t creator = 0;            ///< index of the unit
  std::int32_t device = nowhere;        ///< that it rather executes on
  std::int32_t executor = nowhere;      ///< device that executes it, or did
  std::atomic<bool> has_handle{false};
  bool is_pinned = false;  ///< to its device
  bool is_sync = false;
  bool has_name = false;
  bool inherits_error = false;  ///< of a task that it depends on
  DeviceKind kinds = DeviceKind::cpu;
  std::int8_t priority = 0;

  // Of the queue that it is in, under the queue's lock.
  std::atomic<TaskQueue*> queue{nullptr};
  Task* next = nullptr;
  Task* previous = nullptr;

  SpinLock successors_lock;
  std::atomic<bool> is_closed{false};       ///< takes no more successors
  std::atomic<dart_ret_t> result{DART_OK};  ///< an error also before the end: the task will fail
  TaskEdge* successors = nullptr;
  char* error = nullptr;  ///< from the control heap; nullptr: none, or no memory for it
  CodeHandle cpu, gpu;
  std::uint32_t range_count = 0;
  std::uint32_t args_bytes = 0;

  TaskRange* more_ranges;  ///< from the control heap if they are too many
  void* more_args;
  alignas(16) std::byte own_args[inline_args];
  TaskRange own_ranges[inline_ranges];
  char name[24];               ///< in traces
  std::int64_t queued_ns = 0;  ///< in a run that is traced

  Task* next_free = nullptr;

  const TaskRange* ranges() const { return range_count > inline_ranges ? more_ranges : own_ranges; }
  TaskRange* ranges() { return range_count > inline_ranges ? more_ranges : own_ranges; }
  void* args() { return args_bytes > inline_args ? more_args : own_args; }
  std::string_view name_in_trace() const { return has_name ? name : "task"; }
  TaskRef ref() { return {this, serial.load(std::memory_order_relaxed)}; }

  /// Adds a successor. \return false if the task of this number is finished
  bool add_successor(std::uint64_t number, TaskEdge* edge)
  {
    std::lock_guard guard(successors_lock);
    // A record gets its new number before it is opened again; so this order misses no change.
    if (is_closed.load(std::memory_order_acquire) || serial.load() != number) return false;
    edge->next = std::exchange(successors, edge);
    return true;
  }
  TaskEdge* close()
  {
    std::lock_guard guard(successors_lock);
    is_closed.store(true, std::memory_order_release);
    return std::exchange(successors, nullptr);
  }
};

static_assert(offsetof(Task, successors_lock) == 64 && offsetof(Task, more_ranges) == 128);

inline bool is_current(TaskRef ref)
{
  return ref.task->serial.load(std::memory_order_acquire) == ref.serial;
}

/// Whether a task that is not finished can only fail.
inline bool will_fail(const Task& task)
{
  return task.state.phase() == TaskPhase::cancelled || task.result != DART_OK;
}

/// Whether nothing has to wait for a task any more, and nothing fails by it.
inline bool is_settled(TaskRef ref)
{
  const bool is_over = ref.task->state.phase() == TaskPhase::finished;
  const bool is_good = is_over && ref.task->result == DART_OK;
  return is_good || !is_current(ref);
}

}  // namespace dart
