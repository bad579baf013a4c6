#pragma once

/// \file
/// Energy of this host's processors and of their memory: the counters of RAPL, which Linux shows as
/// files.

#include <cstdint>
#include <string>
#include <vector>

#include "base/energy_reading.h"

namespace dart {

/// Counts from its construction. It has to be read more often than counters overflow, which takes a
/// processor about a minute at the least.
class Powercap {
 public:
  explicit Powercap(const std::string& folder);

  EnergyReading read();

 private:
  struct Zone {
    std::string file;
    std::uint64_t range;  ///< the counter begins again after this many microjoules
    std::uint64_t last;
  };

  void add_zone(const std::string& path);

  std::vector<Zone> zones_;
  double joules_ = 0;
  std::string missing_;
};

}  // namespace dart
