#pragma once

/// \file
/// Calls the function of a task.

#include "tasks/task_outcome.h"
#include "tasks/task_record.h"

namespace dart {

class TaskView;

/// Calls the function of a task for a device of the given kind, in the calling thread.
/// \param unit    unit that executes it
/// \param stream  stream for kernels
TaskOutcome call_task(
    dart_unit_t unit, Task& task, DeviceKind kind, const TaskView& view, void* stream);

}  // namespace dart
