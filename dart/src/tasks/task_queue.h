#pragma once

/// \file
/// Queues of tasks that are ready.

#include <array>
#include <atomic>
#include <cstdint>
#include <mutex>

#include "tasks/task_record.h"

namespace dart {

/// Tasks in two lanes, synchronous ones and others; in a lane by priority, then in the order in
/// which they came. Lies in shared memory.
class TaskQueue {
 public:
  enum Lane : unsigned { sync, async };

  /// The task is in the phase queued.
  void push(Task& task);

  /// The first task of a lane, now in the phase running; nullptr: none.
  Task* pop(Lane lane);

  /// The last asynchronous task that may execute elsewhere, on a device of that kind, and that
  /// \c is_worth(task), now in the phase running; nullptr: none. Looks at few tasks.
  /// \param[out] is_refused there was a task that is not worth it
  template <class IsWorth>
  Task* steal(DeviceKind kind, IsWorth is_worth, bool* is_refused);

  /// Moves up to so many of the first tasks of a lane to another queue, behind those there.
  void move_some(Lane lane, std::size_t tasks, TaskQueue& to);

  /// Takes this task out, now in the phase running. \return false if it is not here
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
  /// Level 0 goes first.
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
