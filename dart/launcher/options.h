#pragma once

/// \file
/// What the user asks of dartrun, by its command line and by environment variables.

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
  std::optional<HostPlan> hosts;  ///< of a run that an MPI launcher starts; nothing: here alone
  UnitCounts units;               ///< of a run on this host
  std::string transport;          ///< between hosts; empty: the runtime's default
  std::string gpu_backend;        ///< cuda or emulated
  std::vector<int> gpu_map;       ///< GPU of each GPU unit, starting over; empty: all in turn
  std::string heap;               ///< as given; empty: the runtime's default
  Bind bind = Bind::none;
  bool tag_output = false;
  bool verbose = false;
  std::optional<std::chrono::milliseconds> timeout;
  std::string wdir;
  std::string trace;                     ///< file; empty: none
  std::vector<std::string> environment;  ///< NAME=VALUE, set for the units
  std::vector<std::string> command;      ///< the program and its arguments
};

/// \return the options, or dartrun's exit code where all is done already (help, version)
/// \throws UsageError
std::variant<Options, int> parse_options(int argc, char** argv);

}  // namespace dart::launcher
