#pragma once

/// \file
/// Work that only kernels of all units of a team can do together: GPU units of one host, which
/// reach each other's memory.

#include <dash/Team.h>
#include <dash/detail/plan/Explain.h>
#include <dash/detail/team/Combine.h>
#include <dash/detail/team/TeamKind.h>

namespace dash::detail {

/// Whether kernels of all units should do a work of the program's call. The same on all units;
/// collective if all of them are GPU units of one host.
/// \param work  in words, such as "to sort records of keys and values"
/// \param can   whether those of the calling unit can; called by GPU units alone
template <class F>
bool kernels_of_all_should(Team& team, const char* work, F can)
{
  if (!has_only_gpus_of_host(team)) return false;
  const bool should = all_units(team, can());
  explain_step("dash", should ? "kernels of all units work together" : "host code works", work);
  return should;
}

}  // namespace dash::detail
