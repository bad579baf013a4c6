#pragma once

// Ids of teams, unique in the run.

namespace dart {

class Runtime;

/// New id; -1 when all are in use.
int take_team_id(Runtime& rt);

void give_team_id_back(Runtime& rt, int id);

/// Lets units of other hosts take ids; unit 0's process keeps them for the run.
void serve_team_ids(Runtime& rt);

}  // namespace dart
