#include "tasks/task_memory.h"

#include "tasks/task_device.h"
#include "tasks/task_surroundings.h"

namespace dart {
namespace {

TaskMemory& account_of(const TaskSurroundings& run)
{
  return run.shared.creators[run.units.index()].memory;
}

std::uint64_t limit_of(const TaskSurroundings& run)
{
  return run.memory.heap(DART_MEMORY_HOST).limit() / 2;
}

}  // namespace

void* allocate_for_task(const TaskSurroundings& run, std::size_t bytes)
{
  TaskMemory& account = account_of(run);
  if (!account.enter(bytes, limit_of(run))) return nullptr;
  void* const memory = run.heap.allocate(bytes);
  if (memory == nullptr) account.leave(bytes);
  return memory;
}

std::string memory_of_tasks(const TaskSurroundings& run)
{
  return "tasks of this unit use " + std::to_string(account_of(run).used()) + " of " +
         std::to_string(limit_of(run)) +
         " bytes (half of the limit of its global memory, DART_HEAP); wait for tasks and "
         "destroy them earlier, or raise dartrun --heap";
}

}  // namespace dart
