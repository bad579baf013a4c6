#include "tasks/task_devices.h"

#include <algorithm>

#include "base/environment.h"

namespace dart {
// The default is the size of a range for which starting a copy costs a GPU as much as reading the
// range in place.
TaskDevices::TaskDevices(const UnitTable& units)
    : smallest_copy_(environment_size_or_default(env_task_copy))
{
  const auto& here = units.hosts().units_here();
  const auto gpu_of = [&](dart_unit_t unit) { return units.of(unit).gpu; };
  unsigned kinds = 0;
  for (std::size_t k = 0; k < here.size(); ++k) {
    const bool is_gpu = units.of(here[k]).is_gpu();
    kind_of_unit_.push_back(is_gpu ? DeviceKind::gpu : DeviceKind::cpu);
    kinds |= static_cast<unsigned>(kind_of_unit_.back());
    const auto leader = std::find_if(here.begin(), here.end(), [&](dart_unit_t unit) {
      return gpu_of(unit) >= 0 && gpu_of(unit) == gpu_of(here[k]);
    });
    device_of_.push_back(static_cast<int>(leader == here.end() ? k : leader - here.begin()));
    const bool is_device = device_of_.back() == static_cast<int>(k);
    if (is_device && is_gpu) ++gpus_;
  }
  kinds_ = static_cast<DeviceKind>(kinds);
}

}  // namespace dart
