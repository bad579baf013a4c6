#pragma once

#include <dash/Team.h>
#include <dash/UnitId.h>
#include <dash/algorithm/Bcast.h>

#include <exception>
#include <iostream>

/// The unit that reads and writes files and prints.
inline const dash::team_unit_t root{0};

inline bool is_root()
{
  return dash::Team::All().myid() == root;
}

/// Runs \p action on the root unit only and prints its error message there, after the name
/// \p program. Returns true on every unit if there was no error. Collective.
template <class Action>
bool succeeds_at_root(const char* program, Action action)
{
  int ok = 1;
  if (is_root()) {
    try {
      action();
    } catch (const std::exception& e) {
      std::cerr << program << ": " << e.what() << std::endl;
      ok = 0;
    }
  }
  dash::broadcast(&ok, &ok + 1, root);
  return ok != 0;
}
