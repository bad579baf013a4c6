// How a device takes waiting tasks from another one: the balancer.

#include <algorithm>

#include "tasks/task_scheduler.h"

namespace dart {

/// Takes a task from another device, preferably from the one with most tasks, if it would end
/// earlier here.
Task* TaskScheduler::steal(bool& sees_more)
{
  int longest = Task::nowhere;
  for (const int device : devices_.by_unit()) {
    const TaskQueue& queue = shared_.devices[device].queue;
    if (device == my_device_ || !queue.has(TaskQueue::async)) continue;
    const bool is_longer =
        longest == Task::nowhere || queue.size() > shared_.devices[longest].queue.size();
    if (is_longer) longest = device;
  }
  if (longest == Task::nowhere) return nullptr;
  Task* task = steal_from(longest, sees_more);
  // All tasks of that device may be pinned.
  for (std::size_t k = 0; task == nullptr && k < devices_.by_unit().size(); ++k) {
    const int device = devices_.of(k);
    if (device != longest && device != my_device_) task = steal_from(device, sees_more);
  }
  return task;
}

Task* TaskScheduler::steal_from(int device, bool& sees_more)
{
  bool is_refused = false;
  Task* task = shared_.devices[device].queue.steal(
      devices_.kind_of(my_device_),
      [&](const Task& candidate) { return policy_->moves(prospect_of(candidate, device)); },
      &is_refused);
  sees_more = sees_more || is_refused;
  return task;
}

TaskProspect TaskScheduler::prospect_of(const Task& task, int waits_for)
{
  // Costs of taking a task from another processor's queue, and of launching a kernel.
  constexpr double taking_ns = 1000, launching_ns = 10'000;
  // Assumptions while nothing is known: the time of a task, and the speedup of a GPU.
  constexpr double usual_ns = 100'000, gpu_gain = 16;
  const DeviceKind there = devices_.kind_of(waits_for), here = devices_.kind_of(my_device_);
  double there_ns = shared_.times.mean_ns(task, there);
  double here_ns = shared_.times.mean_ns(task, here);
  const double factor = here == there ? 1 : here == DeviceKind::cpu ? gpu_gain : 1 / gpu_gain;
  if (there_ns == 0) there_ns = here_ns == 0 ? usual_ns : here_ns / factor;
  if (here_ns == 0) here_ns = there_ns * std::max(factor, 1.0);
  const TaskDevice& other = shared_.devices[waits_for];
  const double before = other.queue.size() + other.executing.load();
  const double mine_before = mine().executing.load();
  const double overhead = taking_ns + (here == DeviceKind::gpu ? launching_ns : 0);
  return {before * there_ns, (mine_before + 1) * here_ns + moving_ns(task) + overhead};
}

bool TaskScheduler::is_elsewhere(const TaskRange& range, int device) const
{
  const auto* place = reinterpret_cast<const void*>(range.place);
  const bool on_gpu = devices_.kind_of(device) == DeviceKind::gpu;
  if (range.kind == TaskRange::Kind::mapped) return on_gpu;
  return !on_gpu || devices_.of(run_.memory.arena().unit_of(place)) != device;
}

double TaskScheduler::moving_ns(const Task& task)
{
  double ns = 0;
  for (std::uint32_t k = 0; k < task.range_count; ++k) {
    const TaskRange& range = task.ranges()[k];
    if (range.bytes == 0 || range.is_far()) continue;
    if (!is_elsewhere(range, my_device_)) continue;
    const double once = links().ns(memory_of(range), range.bytes, usual_ns_per_byte_);
    ns += once * (range.is_read() + range.is_written());
  }
  return ns;
}

}  // namespace dart
