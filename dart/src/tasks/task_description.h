#pragma once

/// \file
/// Tasks as programs describe them.

#include "dash/dart/if/dart_tasks.h"
#include "tasks/task_devices.h"
#include "tasks/task_record.h"
#include "tasks/task_surroundings.h"

namespace dart {

/// Makes a new task what the program describes. If it fails (after a message), the task can be
/// released.
dart_ret_t describe_task(
    const TaskSurroundings& around, const TaskDevices& devices, const dart_tapi_task_desc_t& desc,
    Task& task);

}  // namespace dart
