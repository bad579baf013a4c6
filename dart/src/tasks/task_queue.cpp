#include "tasks/task_queue.h"

#include <mutex>

namespace dart {

void TaskQueue::push(Task& task)
{
  std::lock_guard guard(lock_);
  append(task);
}

/// The caller holds the lock.
void TaskQueue::append(Task& task)
{
  List& list = lists_[lane_of(task)][level_of(task)];
  task.next = nullptr;
  task.previous = list.last;
  (list.last == nullptr ? list.first : list.last->next) = &task;
  list.last = &task;
  task.queue.store(this, std::memory_order_release);
  sizes_[lane_of(task)].fetch_add(1);
}

Task* TaskQueue::pop(Lane lane)
{
  if (!has(lane)) return nullptr;
  std::lock_guard guard(lock_);
  for (List& list : lists_[lane]) {
    if (Task* task = list.first) {
      unlink(*task);
      return task;
    }
  }
  return nullptr;
}

bool TaskQueue::take(TaskRef ref)
{
  std::lock_guard guard(lock_);
  const bool is_here = ref.task->queue.load() == this && is_current(ref);
  if (is_here) unlink(*ref.task);
  return is_here;
}

/// A thread that looks for one of the tasks meanwhile finds it in neither queue, and looks again.
void TaskQueue::move_some(Lane lane, std::size_t tasks, TaskQueue& to)
{
  std::scoped_lock guard(lock_, to.lock_);
  for (List& list : lists_[lane]) {
    for (; tasks > 0 && list.first != nullptr; --tasks) {
      Task& task = *list.first;
      remove(task);
      to.append(task);
    }
  }
}

/// The caller holds the lock.
void TaskQueue::remove(Task& task)
{
  List& list = lists_[lane_of(task)][level_of(task)];
  (task.previous == nullptr ? list.first : task.previous->next) = task.next;
  (task.next == nullptr ? list.last : task.next->previous) = task.previous;
  sizes_[lane_of(task)].fetch_sub(1);
  task.queue.store(nullptr, std::memory_order_relaxed);
}

/// The caller holds the lock.
void TaskQueue::unlink(Task& task)
{
  remove(task);
  task.state.advance(TaskPhase::queued, TaskPhase::running);
}

}  // namespace dart
