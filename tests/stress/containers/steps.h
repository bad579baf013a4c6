#pragma once

/// \file
/// Random operations on containers of a team, compared with those of std on a copy.

#include <dash/Team.h>

#include "stress.h"

namespace dash::stress {

/// Boxes of matrices of random patterns.
void matrix_steps(Random& random, dash::Team& team);
/// Insertions and erasures by all units at the same time.
void map_steps(Random& random, dash::Team& team);
void list_steps(Random& random, dash::Team& team);
/// Arrays, maps and lists that grow, and are read by all units at the same time.
void growing_steps(Random& random, dash::Team& team);
/// Loops that read blocks of elements ahead.
void read_ahead_steps(Random& random, dash::Team& team);
/// Copies and products of boxes of one matrix.
void box_overlap_steps(Random& random, dash::Team& team);

}  // namespace dash::stress
