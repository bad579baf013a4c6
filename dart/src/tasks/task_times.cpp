#include "tasks/task_times.h"

namespace dart {
namespace {

constexpr std::uint32_t first_samples = 16, executions_per_sample = 16;

/// A key that is never 0.
std::uint64_t key_of(CodeHandle code, DeviceKind kind)
{
  const std::uint64_t mixed =
      (code.object ^ (code.offset + static_cast<unsigned>(kind)) * 0x9e3779b97f4a7c15) *
      0xbf58476d1ce4e5b9;
  return (mixed ^ mixed >> 32) | 1;
}

}  // namespace

bool TaskTimes::Entry::wants_sample() const
{
  thread_local std::uint32_t executions = 0;
  return mean_.samples() < first_samples || ++executions % executions_per_sample == 0;
}

TaskTimes::Entry* TaskTimes::find(const Task& task, DeviceKind kind)
{
  const std::uint64_t key = key_of(kind == DeviceKind::cpu ? task.cpu : task.gpu, kind);
  for (std::size_t look = 0; look < most_looks; ++look) {
    Entry& entry = entries_[(key / 2 + look) % places];
    std::uint64_t found = entry.key_.load(std::memory_order_relaxed);
    if (found == key) return &entry;
    if (found == 0 && entry.key_.compare_exchange_strong(found, key)) return &entry;
    if (found == key) return &entry;
  }
  return nullptr;
}

}  // namespace dart
