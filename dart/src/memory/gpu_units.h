#pragma once

/// \file
/// Which units of a run are GPU units, and what plays their GPUs.

#include <cstdint>
#include <memory>
#include <vector>

#include "dash/dart/if/dart_gpu.h"
#include "memory/arena.h"
#include "memory/device_space.h"

namespace dart {

/// GPU units among the units of a host, by DART_CPU_UNITS and DART_GPU_UNITS.
/// \throws std::runtime_error if the variables contradict the number of units
std::uint32_t gpu_units_among(std::uint32_t units);

/// DART_GPU_BACKEND: cuda (the default) or emulated. \throws std::runtime_error on other values
dart_gpu_backend_t gpu_backend();

/// DART_GPU_MAP: number of the GPU for each GPU unit, repeated when there are more units; empty if
/// not given. \throws std::runtime_error if it is malformed
std::vector<int> gpu_map();

/// Device memory of the host's GPU units; nullptr in a run without GPU units.
/// \throws std::runtime_error with the reason and the remedy if GPU units cannot run
std::unique_ptr<DeviceSpace> make_device_space(
    const Arena& arena, int job_file, int (*pid_of)(std::uint32_t unit));

}  // namespace dart
