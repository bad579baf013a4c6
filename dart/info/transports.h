#pragma once

/// \file
/// Ways by which the units of a run reach each other's memory, and whether they work here.

#include <string>
#include <vector>

#include "adapters.h"
#include "memory/gpu_survey.h"

namespace dart::info {

struct TransportInfo {
  std::string name;
  bool available = false;
  std::string detail;  ///< what it serves; or why it does not work, and the remedy
};

/// Tries each transport that needs no GPU; tells of the others what is known of
/// their devices.
std::vector<TransportInfo> inspect_transports(
    const GpuSurvey& gpus, const std::vector<Adapter>& adapters);

}  // namespace dart::info
