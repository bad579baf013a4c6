#pragma once

/// \file
/// The ways in which the units of a run access each other's memory, and whether they work here.

#include <string>
#include <vector>

#include "adapters.h"
#include "memory/gpu_survey.h"

namespace dart::info {

struct TransportInfo {
  std::string name;
  bool available = false;
  std::string detail;  ///< what it is used for, or why it does not work and the remedy
};

/// Tries each transport that needs no GPU; for the others, evaluates what is known about their
/// devices.
std::vector<TransportInfo> inspect_transports(
    const GpuSurvey& gpus, const std::vector<Adapter>& adapters);

}  // namespace dart::info
