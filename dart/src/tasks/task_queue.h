#pragma once

/// \file
/// Queues of ready tasks.

#include <array>
#include <atomic>
#include <cstdint>
#include <mutex>

#include "tasks/task_record.h"

namespace dart {

/// Tasks in two lanes, one for synchronous tasks and one for the others. Each lane is ordered by
/// priority, then by the order of arrival. The object is in shared memory.
class TaskQueue {
 public:
  enum Lane : unsigned { sync, async };

  /// Adds a task, which is in the phase queued.
  void push(Task& task);

  /// Takes the first task of a lane, which is in the phase running then; returns nullptr if there
  /// is none.
  Task* pop(Lane lane);

  /// Takes the last asynchronous task that may execute elsewhere, on a device of the given kind,
  /// and for which \c is_worth(task) holds. It is in the phase running then. Returns nullptr if
  /// there is none. Examines few tasks.
  /// \param[out] is_refused  whether there was a task that is not worth it
  template <class IsWorth>
  Task* steal(DeviceKind kind, IsWorth is_worth, bool* is_refused);

  /// Moves up to \p tasks of the first tasks of a lane to another queue, behind the tasks there.
  void move_some(Lane lane, std::size_t tasks, TaskQueue& to);

  /// Takes this task, which is in the phase running then. \return false if it is not in this queue
  bool take(TaskRef task);

  bool has(Lane lane) const { return sizes_[lane].load() > 0; }
  std::uint32_t size() const { return sizes_[sync].load() + sizes_[async].load(); }

 private:
  static constexpr unsigned levels = DART_TAPI_PRIORITY_HIGHEST - DART_TAPI_PRIORITY_LOWEST + 1;
  static constexpr int most_looks = 16;

  struct List {
    Task* first = nullptr;
    Task* last = nullptr;
  };

  static Lane lane_of(const Task& task) { return task.is_sync ? sync : async; }
  /// Level 0 is the first to be executed.
  static unsigned level_of(const Task& task) { return DART_TAPI_PRIORITY_HIGHEST - task.priority; }
  void append(Task& task);
  void remove(Task& task);
  void unlink(Task& task);

  SpinLock lock_;
  std::array<std::array<List, levels>, 2> lists_;
  std::array<std::atomic<std::uint32_t>, 2> sizes_{};
};

template <class IsWorth>
Task* TaskQueue::steal(DeviceKind kind, IsWorth is_worth, bool* is_refused)
{
  *is_refused = false;
  if (!has(async)) return nullptr;
  std::lock_guard guard(lock_);
  int looks = 0;
  for (auto list = lists_[async].rbegin(); list != lists_[async].rend(); ++list) {
    for (Task* task = list->last; task != nullptr && looks < most_looks; task = task->previous) {
      ++looks;
      if (task->is_pinned || !is_among(kind, task->kinds)) continue;
      *is_refused = !is_worth(*task);
      if (*is_refused) continue;
      unlink(*task);
      return task;
    }
  }
  return nullptr;
}

}  // namespace dart
