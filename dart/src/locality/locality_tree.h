#pragma once

/// \file
/// Builds the tree of a team's locality domains from the hardware of its units.

#include <vector>

#include "locality/locality_domain.h"

namespace dart {

/// A unit with the known properties of its hardware; \c record.hwinfo.scopes leads from its node to
/// its core, outermost scope first.
struct LocatedUnit {
  dart_global_unit_t id;
  dart_unit_locality_t record;
};

/// Builds the tree of a team. Each unit has a leaf domain of its own, even if several units share a
/// core, so that each unit has a tag. Sets the domain tags in the records of \c units.
DomainPtr build_tree(dart_team_t team, std::vector<LocatedUnit>& units);

}  // namespace dart
