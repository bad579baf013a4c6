#include "tasks/task_policy.h"

#include "base/environment.h"

namespace dart {
namespace {

/// Each task executes where a device is free first, but for those that name a unit.
class NoAffinity final : public TaskPolicy {
 public:
  int place(const Task& task) const override
  {
    return task.is_pinned ? task.device : Task::nowhere;
  }
};

/// Each task executes where its data is: for data that is far dearer to move than to wait for.
class DataAffinity : public TaskPolicy {
 public:
  int place(const Task& task) const override { return task.device; }
};

/// Each task waits where its data is, unless a device that has nothing else to do finishes it
/// earlier.
class StealingAffinity final : public DataAffinity {
 public:
  bool steals() const override { return true; }
  bool moves(const TaskProspect& prospect) const override { return prospect.here < prospect.there; }
};

}  // namespace

std::unique_ptr<TaskPolicy> make_task_policy()
{
  const auto word = environment_word(env_task_policy, {"none", "affinity", "steal"});
  if (word == "none") return std::make_unique<NoAffinity>();
  if (word == "affinity") return std::make_unique<DataAffinity>();
  return std::make_unique<StealingAffinity>();
}

}  // namespace dart
