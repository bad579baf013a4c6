#pragma once

/// \file
/// The hosts of a run, and how many units each of them gets.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "given.h"
#include "unit_counts.h"

namespace dart::launcher {

inline constexpr char env_hosts[] = "DART_HOSTS";  ///< hosts to run on: a,b,c:4

/// The only machine of a run over emulated hosts.
inline constexpr char this_machine[] = "localhost";

/// The units of a run over several hosts, which an MPI launcher starts.
struct HostPlan {
  struct Machine {
    std::string name;
    std::uint32_t units;
  };
  std::vector<Machine> machines;          ///< in the order of their units
  std::uint32_t emulated = 1;             ///< number of hosts into which each machine is divided
  std::optional<std::uint32_t> cpu, gpu;  ///< units of each kind on each host, if given

  std::uint32_t units() const;
};

/// What the user gives for --hosts and --hosts-emulated.
struct GivenHosts {
  std::optional<Given> hosts, emulated;
};

/// \param counts  number of all units, and numbers of units of each kind on each host
/// \param otherwise  number of units on this machine if no count is given
/// \return nullopt if the run is on this host only
/// \throws UsageError for malformed lists and counts, and for those that contradict each other
std::optional<HostPlan> plan_hosts(
    const GivenHosts& given, const GivenCounts& counts, std::uint32_t otherwise);

}  // namespace dart::launcher
