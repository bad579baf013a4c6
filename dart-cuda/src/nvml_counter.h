#pragma once

/// \file
/// The energy that a GPU has taken, by NVML, which is loaded if it is there.

#include <array>
#include <string>

#include "base/energy_reading.h"

namespace dart::cuda {

using UuidBytes = std::array<unsigned char, 16>;

/// The name by which NVML knows a GPU.
std::string nvml_name(const UuidBytes& uuid);

/// A counter of one GPU. It never throws: what is missing is said by its readings.
class NvmlCounter {
 public:
  /// \param library  for tests
  explicit NvmlCounter(const UuidBytes& uuid, const char* library = "libnvidia-ml.so.1");
  /// Leaves NVML loaded, because the process may use it, too.
  ~NvmlCounter() = default;
  NvmlCounter(const NvmlCounter&) = delete;
  NvmlCounter& operator=(const NvmlCounter&) = delete;

  /// Joules since the driver was loaded.
  EnergyReading read() const;

 private:
  using Code = int;  ///< 0: success
  struct Device;

  Code (*total_energy_)(Device*, unsigned long long*) = nullptr;
  Device* device_ = nullptr;
  std::string missing_;
};

}  // namespace dart::cuda
