#pragma once

/// \file
/// How much memory the tasks of a unit may have.

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>

namespace dart {

struct TaskSurroundings;

/// The account of the tasks that a unit creates: their records, arguments and lists of ranges. The
/// object is in shared memory, because any process may end a task.
class TaskMemory {
 public:
  /// \return false if the limit would be exceeded
  bool enter(std::uint64_t bytes, std::uint64_t limit)
  {
    if (used_.fetch_add(bytes, std::memory_order_relaxed) + bytes <= limit) return true;
    leave(bytes);
    return false;
  }
  void leave(std::uint64_t bytes) { used_.fetch_sub(bytes, std::memory_order_relaxed); }
  std::uint64_t used() const { return used_.load(std::memory_order_relaxed); }

 private:
  std::atomic<std::uint64_t> used_{0};
};

/// Memory of the control heap for tasks of this unit, which may take half of the limit of its
/// global memory. \return nullptr if the limit is reached, or memory is exhausted
void* allocate_for_task(const TaskSurroundings& run, std::size_t bytes);

/// What tasks of this unit use, and the remedy, for messages that there is no memory.
std::string memory_of_tasks(const TaskSurroundings& run);

}  // namespace dart
