#include "tasks/task_dependencies.h"

#include <mutex>

namespace dart {
namespace {

/// Whether a task has failed that accepts no more successors, so that its result is final.
bool is_failed(TaskRef ref)
{
  return ref.task->result != DART_OK && ref.task->has_handle && is_current(ref);
}

/// The kind of the edge from \c before to a successor. The failure of a finished task is forgotten
/// with its handle, but a task that is not finished still has to come first.
TaskEdge::Kind kind_behind(const Task& before)
{
  const bool is_forgotten = !before.has_handle && will_fail(before);
  return is_forgotten ? TaskEdge::Kind::follows : TaskEdge::Kind::needs;
}

}  // namespace

TaskEdge* TaskDependencies::edge_to(ChunkSource& source, TaskRef successor, TaskEdge::Kind kind)
{
  TaskEdge* edge = edges_.take(source);
  if (edge != nullptr) {
    edge->successor = successor;
    edge->kind = kind;
  }
  return edge;
}

TaskRef TaskDependencies::order(ChunkSource& source, Task& task, bool* has_memory)
{
  TaskRef failed;
  const TaskRef self = task.ref();
  const auto add_predecessor = [&](TaskRef before) {
    if (before == self) return true;
    TaskEdge* edge = edge_to(source, self, kind_behind(*before.task));
    if (edge == nullptr) return false;
    task.unmet.fetch_add(1);
    if (before.task->add_successor(before.serial, edge)) return true;
    task.unmet.fetch_sub(1);
    edges_.give(edge);
    if (is_failed(before)) failed = before;
    return true;
  };
  std::lock_guard guard(lock_);
  map_.prune();
  for (std::uint32_t k = 0; k < task.range_count; ++k) {
    const TaskRange& range = task.ranges()[k];
    if (range.bytes == 0 || range.is_far()) continue;
    const bool noted = map_.access(
        source, range.place, range.place + range.bytes, range.is_written(), self, add_predecessor);
    *has_memory = *has_memory && noted;
  }
  return failed;
}

TaskDependencies::Wait TaskDependencies::begin_wait(
    ChunkSource& source, TaskRef waiter, TaskRef awaited)
{
  TaskEdge* edge = edge_to(source, waiter, TaskEdge::Kind::waits);
  if (edge == nullptr) return Wait::no_memory;
  // If tasks wait for each other, at least the last one to record its wait finds the cycle.
  waiter.task->set_awaits(awaited);
  if (!awaited.task->add_successor(awaited.serial, edge)) {
    edges_.give(edge);
    return Wait::over;
  }
  if (!is_behind(awaited, waiter)) return Wait::possible;
  waiter.task->set_awaits({});
  return Wait::cyclic;
}

/// Whether \c task cannot finish before \c first, as far as this host knows.
bool TaskDependencies::is_behind(TaskRef task, TaskRef first)
{
  const TaskRef obstacle = obstacle_of(task, first);
  if (obstacle.task == nullptr || obstacle == first) return obstacle == first;
  bool is_found = false;
  for_each_behind(first, [&](TaskRef at) { return is_found = at == obstacle; });
  return is_found;
}

/// Follows the waits of \c task, which usually has none yet: behind \c first there may be a deep
/// nest of waits, and each new one would look at all.
TaskRef TaskDependencies::obstacle_of(TaskRef task, TaskRef first)
{
  for (TaskRef at = task; at.task != nullptr;) {
    const TaskPhase phase = at.task->state.phase();
    // Predecessors have no list of those before them.
    const bool is_blocked = phase == TaskPhase::waiting || phase == TaskPhase::cancelled;
    if (at == first || is_blocked) return at;
    if (phase != TaskPhase::running) return {};
    std::lock_guard guard(at.task->successors_lock);
    if (!is_current(at)) return {};
    at = at.task->awaits;
  }
  return {};
}

}  // namespace dart
