#pragma once

/// \file
/// Of what kind the units of a team are, as far as algorithms depend on it.

#include <dash/Team.h>
#include <dash/detail/base/Macro.h>

namespace dash::detail {

enum class TeamKind {
  cpus_of_host,           ///< only CPU units, all on one host
  cpus_of_hosts,          ///< only CPU units, on several hosts
  gpus_of_host,           ///< only GPU units, all on one host
  cpus_and_gpus_of_host,  ///< units of both kinds, all on one host
  gpus_of_hosts           ///< units on several hosts, of which some are GPU units
};

/// The kind of a team. The same on all its units; local call.
DASH_API TeamKind kind_of(const Team& team);

/// Whether all units of a team are GPU units of one host.
inline bool has_only_gpus_of_host(const Team& team)
{
  return kind_of(team) == TeamKind::gpus_of_host;
}

}  // namespace dash::detail
