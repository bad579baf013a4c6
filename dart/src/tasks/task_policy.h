#pragma once

/// \file
/// Policies that choose the device of a task.

#include <memory>

#include "tasks/task_record.h"

namespace dart {

/// Environment variable that selects the policy: none, affinity or steal (the default).
inline constexpr char env_task_policy[] = "DART_TASK_POLICY";

/// Estimates when a waiting task would be finished, in nanoseconds from now.
struct TaskProspect {
  double there;  ///< on the device for which it waits
  double here;   ///< on an idle device, including the transfer of its data there and back
};

class TaskPolicy {
 public:
  virtual ~TaskPolicy() = default;
  /// The device whose queue a ready task is added to; Task::nowhere means the main queue.
  virtual int place(const Task& task) const = 0;
  /// Whether idle devices look at the queues of other devices.
  virtual bool steals() const { return false; }
  /// Whether such a device takes a task from there.
  virtual bool moves(const TaskProspect&) const { return false; }
};

/// \throws std::runtime_error if the variable has another value
std::unique_ptr<TaskPolicy> make_task_policy();

}  // namespace dart
