#pragma once

/// \file
/// Which units of a run are GPU units, and how their GPUs are implemented.

#include <cstdint>
#include <memory>
#include <vector>

#include "dash/dart/if/dart_gpu.h"
#include "memory/arena.h"
#include "memory/device_space.h"
#include "types/processor_atomics.h"

namespace dart {

/// Number of GPU units among the units of a host, according to DART_CPU_UNITS and DART_GPU_UNITS.
/// \throws std::runtime_error if the variables contradict the number of units
std::uint32_t gpu_units_among(std::uint32_t units);

/// Value of DART_GPU_BACKEND: cuda (the default) or emulated. \throws std::runtime_error for other
/// values
dart_gpu_backend_t gpu_backend();

/// Value of DART_GPU_MAP: numbers of GPUs, which GPU units use in turn; empty if it is not set.
/// \throws std::runtime_error if it is malformed
std::vector<int> gpu_map();

/// Creates the device memory of the host's GPU units; returns nullptr in a run without GPU units.
/// \throws std::runtime_error with the reason and the remedy if GPU units cannot run
std::unique_ptr<DeviceSpace> make_device_space(
    const Arena& arena, int job_file, AtomicLocks& locks, int (*pid_of)(std::uint32_t unit));

}  // namespace dart
