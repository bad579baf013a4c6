#include "memory/gpu_units.h"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "base/environment.h"
#include "base/helper_threads.h"
#include "base/module.h"
#include "memory/emulated_space.h"

namespace dart {
namespace {

std::unique_ptr<DeviceSpace> make_cuda_space(const DeviceSetup& setup)
{
  const auto entry = reinterpret_cast<CudaModuleEntry>(module_entry(
      "libdart-cuda.so", cuda_module_entry,
      "GPU units need a build with CUDA (-DDASH_WITH_CUDA=ON); without a GPU, dartrun "
      "--gpu-backend emulated or DART_GPU_BACKEND=emulated runs them in host memory"));
  return std::unique_ptr<DeviceSpace>(entry(setup, &log_for_module));
}

}  // namespace

std::uint32_t gpu_units_among(std::uint32_t units)
{
  const auto gpu = environment_integer_or_default(env_gpu_units);
  const auto cpu = environment_integer(env_cpu_units).value_or(units - gpu);
  if (gpu > units || cpu + gpu != units) {
    throw std::runtime_error(
        "DART_CPU_UNITS=" + std::to_string(std::max<std::int64_t>(cpu, 0)) +
        " and DART_GPU_UNITS=" + std::to_string(gpu) + ", but the run has " +
        std::to_string(units) + " units on this host; start as many, or unset the variables");
  }
  return static_cast<std::uint32_t>(gpu);
}

dart_gpu_backend_t gpu_backend()
{
  return environment_word(env_gpu_backend) == "cuda" ? DART_GPU_CUDA : DART_GPU_EMULATED;
}

std::vector<int> gpu_map()
{
  return environment_list(env_gpu_map);
}

std::unique_ptr<DeviceSpace> make_device_space(
    const Arena& arena, int job_file, AtomicLocks& locks, int (*pid_of)(std::uint32_t))
{
  if (arena.gpu_units() == 0) return nullptr;
  if (arena.gpu_units() * arena.device_block_bytes() > arena.slot_bytes() / 4) {
    throw std::runtime_error(
        "the address space is too small for " + std::to_string(arena.gpu_units()) +
        " GPU units on one host; start fewer");
  }
  DeviceSetup setup{};
  setup.units = arena.units();
  setup.gpu_units = arena.gpu_units();
  setup.unit = arena.unit_on_host();
  setup.host_slots = arena.unit_slot(0);
  setup.device_slots = arena.unit_slot(arena.units());
  setup.slot_bytes = arena.slot_bytes();
  setup.job_file = job_file;
  setup.device_file_offset = arena.file_offset(setup.device_slots);
  setup.shared = arena.device_block();
  setup.shared_bytes = arena.device_block_bytes();
  setup.pid_of = pid_of;
  setup.set_helper = &set_helper;
  setup.wait_sight = wait_sight;
  if (gpu_backend() == DART_GPU_EMULATED)
    return std::make_unique<EmulatedSpace>(setup, locks, gpu_map());
  return make_cuda_space(setup);
}

}  // namespace dart
