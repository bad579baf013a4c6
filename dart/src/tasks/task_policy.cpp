#include "tasks/task_policy.h"

#include "base/environment.h"

namespace dart {
namespace {

/// Each task executes on the first device that is free, except for tasks that name a unit.
class NoAffinity final : public TaskPolicy {
 public:
  int place(const Task& task) const override
  {
    return task.is_pinned ? task.device : Task::nowhere;
  }
};

/// Each task executes where its data are, for data that cost much more to move than to wait for.
class DataAffinity : public TaskPolicy {
 public:
  int place(const Task& task) const override { return task.device; }
};

/// Each task waits where its data are, unless an otherwise idle device would finish it earlier.
class StealingAffinity final : public DataAffinity {
 public:
  bool steals() const override { return true; }
  bool moves(const TaskProspect& prospect) const override { return prospect.here < prospect.there; }
};

}  // namespace

std::unique_ptr<TaskPolicy> make_task_policy()
{
  const auto word = environment_word(env_task_policy);
  if (word == "none") return std::make_unique<NoAffinity>();
  if (word == "affinity") return std::make_unique<DataAffinity>();
  return std::make_unique<StealingAffinity>();
}

}  // namespace dart
