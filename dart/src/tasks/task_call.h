#pragma once

/// \file
/// The call of a task's function.

#include <string>

#include "tasks/task_record.h"

namespace dart {

class Runtime;
class TaskView;

/// How a part of a task's execution went.
struct TaskOutcome {
  dart_ret_t code = DART_OK;
  std::string error;
};

/// Calls the function of a task for a device of that kind, in the calling thread.
/// \param stream for kernels
TaskOutcome call_task(Runtime& rt, Task& task, DeviceKind kind, const TaskView& view, void* stream);

}  // namespace dart
