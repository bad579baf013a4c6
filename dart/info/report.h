#pragma once

/// \file
/// Output of what dart-info has found, for people and for programs.

#include <string>
#include <vector>

#include "adapters.h"
#include "host_info.h"
#include "inspect_transports.h"
#include "memory/gpu_survey.h"

namespace dart::info {

struct Report {
  HostInfo host;
  GpuSurvey gpus;
  std::vector<Adapter> adapters;
  std::vector<TransportInfo> transports;
};

/// The report as tables.
std::string to_text(const Report& report);

/// The report as one JSON object; docs/running.md lists its members.
std::string to_json(const Report& report);

const char* to_string(GpuLink::Kind kind);

/// The version that CUDA encodes as a number such as 13010, as "13.1".
std::string cuda_version(int number);

}  // namespace dart::info
