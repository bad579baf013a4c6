#pragma once

/// \file
/// Units whose collectives do not fit together.

#include <cstdint>
#include <string>
#include <vector>

#include "base/wait_place.h"
#include "dash/dart/if/dart_types.h"
#include "types/collective_call.h"

namespace dart {

/// Units that cannot go on. Units of all hosts show it to each other.
struct Mismatch {
  enum class Kind : std::uint8_t {
    different_calls,  ///< two units of a team made different calls in the same step
    circle,           ///< units wait for each other, in collectives of different teams
    late,             ///< a unit has waited for another one longer than it may
  };
  struct Caller {
    dart_unit_t unit;  ///< global id
    dart_team_t team;
    CollectiveCall call;
    /// what the program has called, if it is not that and if it is known
    char user_call[sizeof WaitNote::caller] = {};

    std::string text(const std::vector<dart_unit_t>* members) const;
  };
  /// The message names so many units at most; a circle may have more.
  static constexpr std::uint32_t most_named = 6;

  Kind kind = Kind::different_calls;
  std::uint32_t callers = 0;  ///< each waits for the next one in a circle, the last for the first
  Caller caller[most_named] = {};
  dart_unit_t awaited = DART_UNDEFINED_UNIT_ID;  ///< the late unit: global id
  std::int64_t limit = 0;                        ///< how long a unit may wait for it, in seconds

  void add(const Caller& next)
  {
    if (callers < most_named) caller[callers] = next;
    ++callers;
  }

  /// \param team    whose units report this
  /// \param members global ids of its units
  std::string text(dart_team_t team, const std::vector<dart_unit_t>& members) const;
};

}  // namespace dart
