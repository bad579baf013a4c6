#pragma once

/// \file
/// Groups: sets of global unit ids.

#include <vector>

#include "dash/dart/if/dart_team_group.h"

struct dart_group_struct {
  std::vector<dart_unit_t> units;  ///< in ascending order
};
