#pragma once

/// \file
/// The energy that this unit takes, and that of the run.

#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "base/powercap.h"
#include "dash/dart/if/dart_energy.h"
#include "job/unit_table.h"
#include "memory/device_space.h"

namespace dart {

/// Counts from the first reading.
class UnitEnergy {
 public:
  /// \param devices  nullptr on a host without GPU units
  UnitEnergy(const UnitTable& units, DeviceSpace* devices) : units_(units), devices_(devices) {}
  ~UnitEnergy();
  UnitEnergy(const UnitEnergy&) = delete;
  UnitEnergy& operator=(const UnitEnergy&) = delete;

  /// \throws std::runtime_error if there are too many threads
  dart_energy_t read();
  /// What read() does not know, and why; empty if it knows all.
  std::string missing();

 private:
  void begin();
  void follow_counters();
  std::uint32_t units_of_gpu() const;
  EnergyReading read_gpu() const;

  const UnitTable& units_;
  DeviceSpace* devices_;
  std::mutex mutex_;
  std::optional<Powercap> powercap_;  // from the first reading on
  EnergyReading gpu_begin_;
  std::condition_variable ended_;
  bool ends_ = false;
  std::thread follower_;
};

class Board;

/// Prints on unit 0 what all units have taken. All units call it.
/// \param seconds  since the first readings
void report_energy(Board& board, UnitEnergy& energy, double seconds);

}  // namespace dart
