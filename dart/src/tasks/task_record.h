#pragma once

/// \file
/// The record of a task, in memory that the processes of a host share.

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <span>
#include <string_view>
#include <utility>

#include "base/wait.h"
#include "dash/dart/if/dart_tasks.h"
#include "tasks/code_handle.h"

namespace dart {

class TaskQueue;
struct Task;

/// The low bits of a serial number count the tasks that a unit creates. The bits above them are
/// those of the time when the runtime was started, so a handle of another host or of a run that has
/// ended stands for no task.
inline constexpr int task_number_bits = 40;

/// The number with which messages name a task.
inline std::uint64_t number_of(std::uint64_t serial)
{
  return serial & ((std::uint64_t(1) << task_number_bits) - 1);
}

/// A task that may have been destroyed: the serial number tells whether the record still belongs to
/// it.
struct TaskRef {
  Task* task = nullptr;
  std::uint64_t serial = 0;

  bool operator==(const TaskRef&) const = default;
};

/// An edge to a successor; it is in the list of the task that the successor follows.
struct TaskEdge {
  enum class Kind : std::uint8_t {
    needs,    ///< the successor is not queued before, and fails with this task
    follows,  ///< the successor is not queued before, and fails with the predecessors of both
    waits     ///< the successor's function waits for this task
  };
  TaskRef successor;
  Kind kind = Kind::needs;
  TaskEdge* next = nullptr;
  TaskEdge* next_free = nullptr;
};

/// Global memory that a task accesses.
struct TaskRange {
  enum class Kind : std::uint8_t {
    mapped,     ///< host memory of this host; place is its address
    device,     ///< device memory of this host
    far,        ///< host memory of another host
    far_device  ///< device memory of another host
  };
  std::uint64_t place, bytes;  ///< see dart_gptr_place
  Kind kind;
  std::uint8_t access;

  bool is_far() const { return kind == Kind::far || kind == Kind::far_device; }
  bool is_read() const { return (access & DART_TAPI_IN) != 0; }
  bool is_written() const { return (access & DART_TAPI_OUT) != 0; }
};

/// Kinds of devices that a task has a function for.
enum class DeviceKind : std::uint8_t { cpu = 1, gpu = 2, either = 3 };

inline bool is_among(DeviceKind kind, DeviceKind kinds)
{
  return (static_cast<unsigned>(kind) & static_cast<unsigned>(kinds)) != 0;
}

/// Where else than on the host that started a task its data lie.
enum class TaskRole : std::uint8_t {
  domestic,   ///< nowhere
  abroad,     ///< on other hosts, too; they do not know the task
  traveller,  ///< on other hosts, too; it has a guest on each of them
  guest       ///< it holds the place of a traveller in the order of this host's memory
};

/// The phases of a task, from created through waiting for predecessors to finished. A task that is
/// cancelled while it waits ends when it would have been queued, so its successors still come after
/// its predecessors.
enum class TaskPhase : std::uint32_t { created, waiting, cancelled, queued, running, finished };

/// The phase of a task; other threads sleep until it is finished.
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
  /// Sleeps until the task is finished; may return earlier.
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

  // The data that each task needs occupy two cache lines.
  /// contains the number among the tasks that its unit creates; 0: the record is free
  std::atomic<std::uint64_t> serial{0};
  TaskState state;
  /// The handle counts as one user, the execution as another, and all predecessors together as a
  /// third one.
  std::atomic<std::uint32_t> users{0};
  std::atomic<std::uint32_t> unmet{0};  ///< number of predecessors that are not finished
  std::uint32_t creator = 0;            ///< index of the unit that created it
  std::int32_t device = nowhere;        ///< preferred device
  std::int32_t executor = nowhere;      ///< device that executes it, or has executed it
  std::atomic<bool> has_handle{false};
  bool is_pinned = false;  ///< whether it must execute on its device
  bool is_sync = false;
  bool has_name = false;
  bool inherits_error = false;  ///< whether its error is that of a task on which it depends
  DeviceKind kinds = DeviceKind::cpu;
  std::int8_t priority = 0;
  TaskRole role = TaskRole::domestic;

  // The queue that contains it; guarded by the queue's lock.
  std::atomic<TaskQueue*> queue{nullptr};
  Task* next = nullptr;
  Task* previous = nullptr;

  SpinLock successors_lock;
  std::atomic<bool> is_closed{false};  ///< whether it accepts no more successors
  /// an error before the end means that the task will fail
  std::atomic<dart_ret_t> result{DART_OK};
  TaskEdge* successors = nullptr;
  char* error = nullptr;  ///< in the control heap; nullptr if there is none, or no memory for it
  CodeHandle cpu, gpu;
  std::uint32_t range_count = 0;
  std::uint32_t args_bytes = 0;

  TaskRange* more_ranges;  ///< in the control heap, if there are too many for the record
  void* more_args;
  alignas(16) std::byte own_args[inline_args];
  TaskRange own_ranges[inline_ranges];
  char name[24];               ///< name in traces
  std::int64_t queued_ns = 0;  ///< set in runs that are traced

  /// what its function waits for, or has waited for; guarded by successors_lock
  TaskRef awaits;

  Task* next_free = nullptr;

  const TaskRange* ranges() const { return range_count > inline_ranges ? more_ranges : own_ranges; }
  TaskRange* ranges() { return range_count > inline_ranges ? more_ranges : own_ranges; }
  std::span<TaskRange> all_ranges() { return {ranges(), range_count}; }
  void* args() { return args_bytes > inline_args ? more_args : own_args; }
  std::string_view name_in_trace() const { return has_name ? name : "task"; }
  TaskRef ref() { return {this, serial.load(std::memory_order_relaxed)}; }

  void set_awaits(TaskRef other)
  {
    std::lock_guard guard(successors_lock);
    awaits = other;
  }

  /// Adds a successor. \return false if the task with this number is finished
  bool add_successor(std::uint64_t number, TaskEdge* edge)
  {
    std::lock_guard guard(successors_lock);
    // A record gets its new number before it is opened again, so this order of checks misses no
    // change.
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

/// Whether no task has to wait for a task any more, and none fails because of it.
inline bool is_settled(TaskRef ref)
{
  const bool is_over = ref.task->state.phase() == TaskPhase::finished;
  const bool is_good = is_over && ref.task->result == DART_OK;
  return is_good || !is_current(ref);
}

}  // namespace dart
