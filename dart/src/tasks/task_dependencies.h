#pragma once

/// \file
/// The order of tasks that access the same memory, and of tasks that wait for others.

#include <cstdint>
#include <mutex>
#include <set>
#include <utility>
#include <vector>

#include "tasks/access_map.h"
#include "tasks/task_pool.h"
#include "tasks/task_record.h"

namespace dart {

/// What the tasks of a host have to wait for. The object is in shared memory.
class TaskDependencies {
 public:
  /// Orders a task behind all earlier tasks that access its ranges on this host in a conflicting
  /// way. Its number of unmet predecessors increases. \return the failed task on which it depends,
  /// or no task;
  /// \c *has_memory becomes false if memory is exhausted
  TaskRef order(ChunkSource& source, Task& task, bool* has_memory);

  /// Records that the function of \c waiter waits for \c awaited.
  enum class Wait { possible, over, cyclic, no_memory };
  Wait begin_wait(ChunkSource& source, TaskRef waiter, TaskRef awaited);

  /// What keeps a task from finishing: the task with unfinished predecessors that it, or its
  /// function, waits for; or \c first, if that is on the way; no task if there is none.
  static TaskRef obstacle_of(TaskRef task, TaskRef first);

  void free(TaskEdge* edge) { edges_.give(edge); }

 private:
  TaskEdge* edge_to(ChunkSource& source, TaskRef successor, TaskEdge::Kind kind);
  static bool is_behind(TaskRef task, TaskRef first);

  /// guards the map; a thread that starts a task holds it, so starts have a total order
  SleepLock lock_;
  AccessMap map_;
  TaskPool<TaskEdge> edges_;
};

/// Calls \c visit(task) for a task and for all tasks of this host that cannot finish before it,
/// until it returns true.
template <class Visit>
void for_each_behind(TaskRef first, Visit visit)
{
  std::set<std::pair<Task*, std::uint64_t>> seen;
  std::vector<TaskRef> open{first};
  while (!open.empty()) {
    const TaskRef at = open.back();
    open.pop_back();
    if (!seen.emplace(at.task, at.serial).second) continue;
    std::lock_guard guard(at.task->successors_lock);
    if (!is_current(at)) continue;
    if (visit(at)) return;
    for (const TaskEdge* edge = at.task->successors; edge != nullptr; edge = edge->next) {
      open.push_back(edge->successor);
    }
  }
}

}  // namespace dart
