#pragma once

/// \file
/// The tasks of a run as programs handle them.

#include <string>

#include "dash/dart/if/dart_tasks.h"
#include "tasks/task_scheduler.h"

namespace dart {

/// Creates and starts tasks, and tells how they ended.
class Tasks {
 public:
  explicit Tasks(const TaskSurroundings& run) : run_(run), scheduler_(run_) {}
  Tasks(const Tasks&) = delete;
  Tasks& operator=(const Tasks&) = delete;

  /// Cancels what is queued; nothing is executed any more. Collective over all units.
  void end() { scheduler_.end(); }

  /// \param[out] task has a handle
  dart_ret_t create(const dart_tapi_task_desc_t& description, Task** task);
  /// Whether a handle stands for a task that is not destroyed.
  bool exists(TaskRef task) const;
  /// \param will_wait the caller waits for the task at once
  dart_ret_t start(TaskRef task, bool will_wait, const char* function);
  /// \return the error of the task, after a message
  dart_ret_t wait(TaskRef task, const char* function);
  /// \return whether the task will never execute
  bool cancel(TaskRef task) { return scheduler_.cancel(task); }
  /// The error of a finished task, after a message.
  dart_ret_t result_of(TaskRef task, const char* function) const;
  /// Ends the handle.
  void release_handle(Task& task);

 private:
  std::string place_of(const Task& task) const;

  TaskSurroundings run_;
  TaskScheduler scheduler_;
};

/// \return DART_ERR_INVAL (after a message) if the task is not started
dart_ret_t require_started(TaskRef task, const char* function);

}  // namespace dart
