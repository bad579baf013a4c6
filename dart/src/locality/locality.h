#pragma once

/// \file
/// Locality trees of teams, built when first asked for.

#include <dash/dart/if/dart_types.h>

namespace dart {

/// Frees the tree of a team, if any; for a team that ends.
void locality_release(dart_team_t team);
/// Frees the trees of all teams; for the end of the runtime. What is known of the host stays.
void locality_release();

}  // namespace dart
