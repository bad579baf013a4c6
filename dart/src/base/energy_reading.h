#pragma once

/// \file
/// What a counter of energy says.

#include <string>

namespace dart {

struct EnergyReading {
  double joules = 0;
  std::string missing = {};  ///< why there is no figure; empty if there is one

  bool is_known() const { return missing.empty(); }
};

}  // namespace dart
