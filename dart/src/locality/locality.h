#pragma once

/// \file
/// Locality trees of teams, which are built on first use.

#include <dash/dart/if/dart_types.h>

namespace dart {

/// Frees the tree of a team, if there is one, when the team ends.
void locality_release(dart_team_t team);
/// Frees the trees of all teams when the runtime ends. What is known about the host is kept.
void locality_release();

}  // namespace dart
