#pragma once

/// \file
/// The options of dartrun, from its command line and from environment variables.

#include <chrono>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "binding.h"
#include "given.h"
#include "host_plan.h"
#include "unit_counts.h"

namespace dart::launcher {

struct Options {
  /// plan of a run that an MPI launcher starts; nullopt for runs on this host
  std::optional<HostPlan> hosts;
  UnitCounts units;          ///< units of a run on this host
  std::string transport;     ///< transport between hosts; empty for the runtime's default
  std::string gpu_backend;   ///< cuda or emulated
  std::vector<int> gpu_map;  ///< GPUs that the GPU units use in turn; empty for all GPUs
  std::string heap;          ///< as given by the user; empty for the runtime's default
  Bind bind = Bind::none;
  bool tag_output = false;
  bool verbose = false;
  std::optional<std::chrono::milliseconds> timeout;
  std::optional<int> who;  ///< no run: tell where units of the run of this process wait
  std::string wdir;
  std::string trace;                     ///< file of the trace; empty for none
  std::vector<std::string> environment;  ///< NAME=VALUE, set for the units
  std::vector<std::string> command;      ///< the program and its arguments
};

/// \return the options, or dartrun's exit code if nothing is left to do (help, version)
/// \throws UsageError if an option is malformed
std::variant<Options, int> parse_options(int argc, char** argv);

}  // namespace dart::launcher
