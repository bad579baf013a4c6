#pragma once

/// \file
/// Teams to test with, and how much to test with them.

#include <dash/Team.h>
#include <dash/dart/if/dart.h>

#include <cstddef>
#include <functional>
#include <vector>

namespace dash::test {

/// The team of all units and, if there are several units, both halves of them with their units in
/// descending order, and the team of each unit alone.
inline std::vector<std::reference_wrapper<dash::Team>> teams()
{
  dash::Team& all = dash::Team::All();
  if (all.size() < 2) return {all};
  const int half = 2 * all.myid().id < static_cast<int>(all.size()) ? 0 : 1;
  return {all, all.is_leaf() ? all.split(half, -all.myid().id) : all.sub(), dash::Team::Self()};
}

/// The cases to test; fewer if accesses and barriers are messages between hosts.
inline std::vector<std::size_t> cases(std::vector<std::size_t> all, std::vector<std::size_t> few)
{
  return dart_team_is_on_one_host(DART_TEAM_ALL) ? all : few;
}

}  // namespace dash::test
