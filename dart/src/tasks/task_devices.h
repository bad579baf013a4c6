#pragma once

/// \file
/// The devices of a host that execute tasks.

#include <cstdint>
#include <vector>

#include "job/unit_table.h"
#include "tasks/task_record.h"

namespace dart {

/// Environment variable: GPUs access smaller ranges of other devices in place, and copy larger
/// ones.
inline constexpr char env_task_copy[] = "DART_TASK_COPY";

/// A device is a CPU unit, or all GPU units of one GPU; its number is the index of its first unit.
class TaskDevices {
 public:
  explicit TaskDevices(const UnitTable& units);

  /// Device of a unit, by their indices.
  int of(std::uint32_t unit) const { return device_of_[unit]; }
  /// Devices by the indices of the units.
  const std::vector<int>& by_unit() const { return device_of_; }
  DeviceKind kind_of(int device) const { return kind_of_unit_[device]; }
  /// Kinds of devices that there are.
  DeviceKind kinds() const { return kinds_; }
  /// Number of GPUs.
  std::uint32_t gpus() const { return gpus_; }
  /// Bytes from which on a GPU uses a copy of a range that is elsewhere.
  std::uint64_t smallest_copy() const { return smallest_copy_; }

 private:
  std::vector<int> device_of_;            // one for each unit of the host
  std::vector<DeviceKind> kind_of_unit_;  // one for each unit of the host
  DeviceKind kinds_;
  std::uint32_t gpus_ = 0;
  std::uint64_t smallest_copy_;
};

}  // namespace dart
