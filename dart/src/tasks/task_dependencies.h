#pragma once

/// \file
/// The order of tasks that use the same memory, and of tasks that wait for others.

#include "tasks/access_map.h"
#include "tasks/task_pool.h"
#include "tasks/task_record.h"

namespace dart {

/// What the tasks of a host have to wait for. Lies in shared memory.
class TaskDependencies {
 public:
  /// Orders a task behind all earlier ones that use its ranges otherwise. Its count of unmet
  /// predecessors grows. \return the failed task that it depends on, or no task; with
  /// \c *has_memory false when memory is exhausted
  TaskRef order(ChunkSource& source, Task& task, bool* has_memory);

  /// Notes that the function of \c waiter waits for \c awaited.
  enum class Wait { possible, over, cyclic, no_memory };
  Wait begin_wait(ChunkSource& source, TaskRef waiter, TaskRef awaited);

  void free(TaskEdge* edge) { edges_.give(edge); }

 private:
  TaskEdge* edge_to(ChunkSource& source, TaskRef successor, TaskEdge::Kind kind);
  static bool follows(TaskRef task, TaskRef first);

  SleepLock lock_;  ///< of the map; held by one that starts a task, so starts have an order
  AccessMap map_;
  TaskPool<TaskEdge> edges_;
};

}  // namespace dart
