#include "nvml_counter.h"

#include <dlfcn.h>

#include <cstdio>

namespace dart::cuda {
namespace {

template <class Call>
bool find(void* library, const char* name, Call& call)
{
  call = reinterpret_cast<Call>(dlsym(library, name));
  return call != nullptr;
}

}  // namespace

std::string nvml_name(const UuidBytes& uuid)
{
  std::string name = "GPU";
  for (std::size_t i = 0; i < uuid.size(); ++i) {
    if (i == 0 || i == 4 || i == 6 || i == 8 || i == 10) name += '-';
    std::array<char, 3> digits;
    std::snprintf(digits.data(), digits.size(), "%02x", uuid[i]);
    name += digits.data();
  }
  return name;
}

NvmlCounter::NvmlCounter(const UuidBytes& uuid, const char* library)
{
  const std::string name = nvml_name(uuid);
  const std::string prefix = "energy of " + name + ": ";
  void* const nvml = dlopen(library, RTLD_NOW | RTLD_LOCAL);
  if (nvml == nullptr) {
    missing_ = prefix + "no " + library;
    return;
  }
  Code (*init)() = nullptr;
  Code (*find_device)(const char*, Device**) = nullptr;
  if (!find(nvml, "nvmlInit_v2", init) || !find(nvml, "nvmlDeviceGetHandleByUUID", find_device) ||
      !find(nvml, "nvmlDeviceGetTotalEnergyConsumption", total_energy_)) {
    missing_ = prefix + library + " lacks a function";
  } else if (init() != 0) {
    missing_ = prefix + "NVML does not start";
  } else if (find_device(name.c_str(), &device_) != 0) {
    missing_ = prefix + "NVML does not know it";
  } else {
    missing_.clear();
  }
}

EnergyReading NvmlCounter::read() const
{
  if (!missing_.empty()) return {0, missing_};
  unsigned long long millijoules = 0;
  if (total_energy_(device_, &millijoules) != 0) return {0, "energy: the GPU has no counter"};
  return {1e-3 * static_cast<double>(millijoules)};
}

}  // namespace dart::cuda
