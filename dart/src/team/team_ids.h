#pragma once

/// \file
/// Ids of teams, which are unique in the run.

#include <cstdint>

namespace dart {

class Runtime;

/// A new id for a team that will exist on \c hosts hosts; -1 if all are in use.
int take_team_id(Runtime& rt, std::uint32_t hosts);

/// The team does not exist on the calling unit's host any more. The id is free when no host has the
/// team.
void give_team_id_back(Runtime& rt, int id);

/// Lets units of other hosts request ids; unit 0's process manages them for the run.
void serve_team_ids(Runtime& rt);

}  // namespace dart
