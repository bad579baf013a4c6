#pragma once

/// \file
/// The order of tasks that access the same memory, and of tasks that wait for others.

#include "tasks/access_map.h"
#include "tasks/task_pool.h"
#include "tasks/task_record.h"

namespace dart {

/// What the tasks of a host have to wait for. The object is in shared memory.
class TaskDependencies {
 public:
  /// Orders a task behind all earlier tasks that access its ranges in a conflicting way. Its number
  /// of unmet predecessors increases. \return the failed task on which it depends, or no task;
  /// \c *has_memory becomes false if memory is exhausted
  TaskRef order(ChunkSource& source, Task& task, bool* has_memory);

  /// Records that the function of \c waiter waits for \c awaited.
  enum class Wait { possible, over, cyclic, no_memory };
  Wait begin_wait(ChunkSource& source, TaskRef waiter, TaskRef awaited);

  void free(TaskEdge* edge) { edges_.give(edge); }

 private:
  TaskEdge* edge_to(ChunkSource& source, TaskRef successor, TaskEdge::Kind kind);
  static bool is_behind(TaskRef task, TaskRef first);
  static bool follows(TaskRef task, TaskRef first);

  /// guards the map; a thread that starts a task holds it, so starts have a total order
  SleepLock lock_;
  AccessMap map_;
  TaskPool<TaskEdge> edges_;
};

}  // namespace dart
