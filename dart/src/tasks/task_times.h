#pragma once

/// \file
/// Measured times of tasks and copies.

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

#include "memory/memory_kind.h"
#include "tasks/task_record.h"

namespace dart {

/// A mean that adapts to changes. The object is in shared memory; losing a sample does no harm.
class RunningMean {
 public:
  double value() const { return value_.load(std::memory_order_relaxed); }
  std::uint32_t samples() const { return samples_.load(std::memory_order_relaxed); }
  /// \param weight  weight of the sample, which is at least its share among all samples so far
  void add(double sample, double weight)
  {
    const std::uint32_t before = samples();
    const double share = std::max(weight, 1.0 / (1.0 + before));
    const double mean = value();
    value_.store(mean + (sample - mean) * share, std::memory_order_relaxed);
    if (before < most_samples) samples_.store(before + 1, std::memory_order_relaxed);
  }

 private:
  static constexpr std::uint32_t most_samples = 1u << 30;

  std::atomic<double> value_{0};
  std::atomic<std::uint32_t> samples_{0};
};

/// Times of the functions of tasks, by function and kind of device. The object is in shared memory.
class TaskTimes {
 public:
  /// The time of one function, which is measured from time to time.
  class Entry {
   public:
    /// Mean in nanoseconds; 0 if it is unknown.
    double mean_ns() const { return mean_.value(); }
    /// Whether to measure; measuring costs a fraction of an empty task.
    bool wants_sample() const;
    void add(double ns) { mean_.add(ns, 0.125); }
    /// Returns true once: a GPU loads a function when it first executes it, so this time says
    /// little about later ones.
    bool is_first()
    {
      return !is_known_.load(std::memory_order_relaxed) && !is_known_.exchange(true);
    }

   private:
    friend class TaskTimes;
    std::atomic<std::uint64_t> key_{0};
    std::atomic<bool> is_known_{false};
    RunningMean mean_;
  };

  /// Returns nullptr if there are too many functions.
  Entry* find(const Task& task, DeviceKind kind);
  /// Mean in nanoseconds; 0 if it is unknown.
  double mean_ns(const Task& task, DeviceKind kind)
  {
    const Entry* entry = find(task, kind);
    return entry == nullptr ? 0 : entry->mean_ns();
  }

 private:
  static constexpr std::size_t places = 1024, most_looks = 8;
  std::array<Entry, places> entries_;
};

/// Memory that a range lies in, as copies see it.
inline MemoryKind memory_of(const TaskRange& range)
{
  return range.kind == TaskRange::Kind::device ? MemoryKind::device : MemoryKind::host;
}

/// Speeds of copies between a device and memory elsewhere. The object is in shared memory.
class TaskLinks {
 public:
  /// Only copies of at least this size are used to measure the speed.
  static constexpr std::uint64_t least_bytes = std::uint64_t(1) << 20;

  bool wants_sample(MemoryKind other, std::uint64_t bytes) const
  {
    return bytes >= least_bytes && ns_per_byte(other).samples() < most_samples;
  }
  void add(MemoryKind other, std::uint64_t bytes, double ns)
  {
    ns_per_byte_[static_cast<unsigned>(other)].add(ns / static_cast<double>(bytes), 0.25);
  }
  /// \param otherwise  nanoseconds per byte until the speed is measured
  double ns(MemoryKind other, std::uint64_t bytes, double otherwise) const
  {
    const RunningMean& mean = ns_per_byte(other);
    return static_cast<double>(bytes) * (mean.samples() > 0 ? mean.value() : otherwise);
  }

 private:
  static constexpr std::uint32_t most_samples = 16;
  const RunningMean& ns_per_byte(MemoryKind other) const
  {
    return ns_per_byte_[static_cast<unsigned>(other)];
  }
  std::array<RunningMean, 2> ns_per_byte_;
};

}  // namespace dart
