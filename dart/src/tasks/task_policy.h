#pragma once

/// \file
/// Which device a task goes to.

#include <memory>

#include "tasks/task_record.h"

namespace dart {

/// Environment variable that chooses the policy: none, affinity or steal (the default).
inline constexpr char env_task_policy[] = "DART_TASK_POLICY";

/// When a waiting task would be finished, in nanoseconds from now, as far as it can be foreseen.
struct TaskProspect {
  double there;  ///< on the device that it waits for
  double here;   ///< on a device without work, its data moved there and back
};

class TaskPolicy {
 public:
  virtual ~TaskPolicy() = default;
  /// Device whose queue a task that is ready goes to; Task::nowhere: the main queue.
  virtual int place(const Task& task) const = 0;
  /// Whether devices without work look at others' queues.
  virtual bool steals() const { return false; }
  /// Whether such a device takes a task from there.
  virtual bool moves(const TaskProspect&) const { return false; }
};

/// \throws std::runtime_error if the variable has another value
std::unique_ptr<TaskPolicy> make_task_policy();

}  // namespace dart
