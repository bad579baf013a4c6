#pragma once

/// \file
/// On which hosts a run goes on, and how many units each of them gets.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "given.h"
#include "unit_counts.h"

namespace dart::launcher {

inline constexpr char env_hosts[] = "DART_HOSTS";  ///< where to run: a,b,c:4

/// The machine of a run over emulated hosts only.
inline constexpr char this_machine[] = "localhost";

/// Units of a run over several hosts, which an MPI launcher starts.
struct HostPlan {
  struct Machine {
    std::string name;
    std::uint32_t units;
  };
  std::vector<Machine> machines;          ///< in the order of their units
  std::uint32_t emulated = 1;             ///< hosts that each machine is cut into
  std::optional<std::uint32_t> cpu, gpu;  ///< units of each kind on each host, where given

  std::uint32_t units() const;
};

/// What the user says of hosts: --hosts and --hosts-emulated.
struct GivenHosts {
  std::optional<Given> hosts, emulated;
};

/// \param counts of all units, and of the units of both kinds on each host
/// \param otherwise number of units on this machine where no count is given
/// \return nothing where the run is one on this host
/// \throws UsageError for malformed lists and counts, and for those that contradict each other
std::optional<HostPlan> plan_hosts(
    const GivenHosts& given, const GivenCounts& counts, std::uint32_t otherwise);

}  // namespace dart::launcher
