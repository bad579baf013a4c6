#pragma once

/// \file
/// Groups: sets of global unit ids.

#include <vector>

#include "base/token_table.h"
#include "dash/dart/if/dart_team_group.h"

namespace dart {

struct Group {
  std::vector<dart_unit_t> units;  ///< in ascending order
};

/// The group of a handle; nullptr if it does not exist.
Group* find_group(dart_group_t handle);

/// Does what find_group() does, after a message that names \c function if there is none.
Group* known_group(dart_group_t handle, const char* function);

/// Makes a handle of a group. \throws std::bad_alloc
dart_group_t hand_out(Group group);

/// Makes handles of several groups, of all or of none. \throws std::bad_alloc
void hand_out(std::vector<Group> groups, dart_group_t* handles);

/// Ends a group. \return whether there was one
bool end_group(dart_group_t handle);

}  // namespace dart
