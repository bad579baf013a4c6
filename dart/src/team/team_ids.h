#pragma once

/// \file
/// Ids of teams, unique in the run.

#include <cstdint>

namespace dart {

class Runtime;

/// New id for a team that will exist on so many hosts; -1 when all are in use.
int take_team_id(Runtime& rt, std::uint32_t hosts);

/// The team exists no longer on the calling unit's host. The id is free when no host has the team.
void give_team_id_back(Runtime& rt, int id);

/// Lets units of other hosts take ids; unit 0's process keeps them for the run.
void serve_team_ids(Runtime& rt);

}  // namespace dart
