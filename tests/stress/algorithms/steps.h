#pragma once

/// \file
/// Random algorithms on arrays of a team, compared with those of std on a copy.

#include <dash/Team.h>

#include "stress.h"

namespace dash::stress {

/// Algorithms on ranges of one array.
void one_range_steps(Random& random, dash::Team& team);
/// Algorithms on ranges of two or three arrays that are distributed differently.
void several_ranges_steps(Random& random, dash::Team& team);
/// Algorithms on sorted ranges.
void sorted_ranges_steps(Random& random, dash::Team& team);
/// Algorithms on keys and values.
void by_key_steps(Random& random, dash::Team& team);
/// Algorithms whose output has elements of their input in common with it.
void overlap_steps(Random& random, dash::Team& team);
/// Algorithms on boxes of matrices.
void box_steps(Random& random, dash::Team& team);

}  // namespace dash::stress
