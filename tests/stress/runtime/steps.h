#pragma once

/// \file
/// Random steps that all units of a team do together, with what they have to lead to.

#include <memory>
#include <vector>

#include "runtime/group.h"

namespace dash::stress {

using Segments = std::vector<std::unique_ptr<ModelSegment>>;

/// Disjoint parts of a segment are written by puts of random units.
void put_step(Group& group, ModelSegment& segment);
/// All units read random parts.
void get_step(Group& group, ModelSegment& segment);
/// Bytes travel between two places of global memory.
void copy_step(Group& group, ModelSegment& to, ModelSegment& from);
/// All units update random elements by one operation.
void accumulate_step(Group& group, ModelSegment& segment);
/// All units draw numbers from one element, and count by compare-and-swap in another.
void ticket_step(Group& group, ModelSegment& segment);
/// All units update an element by loads and stores under a lock.
void lock_step(Group& group, ModelSegment& segment);
/// Units write into each other's memory and set flags.
void notify_step(Group& group);

/// One collective operation with random sizes.
void collective_step(Group& group);
/// Messages between random units, with random tags.
void message_step(Group& group);

}  // namespace dash::stress
