#pragma once

/// \file
/// Calls the function of a task.

#include <string>

#include "tasks/task_record.h"

namespace dart {

class Runtime;
class TaskView;

/// The result of a part of a task's execution.
struct TaskOutcome {
  dart_ret_t code = DART_OK;
  std::string error;
};

/// Calls the function of a task for a device of the given kind, in the calling thread.
/// \param stream  stream for kernels
TaskOutcome call_task(Runtime& rt, Task& task, DeviceKind kind, const TaskView& view, void* stream);

}  // namespace dart
