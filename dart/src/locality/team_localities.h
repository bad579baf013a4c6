#pragma once

/// \file
/// Localities of teams, found when they are first asked for.

#include <dash/dart/if/dart_types.h>

#include <map>
#include <mutex>
#include <vector>

#include "locality/locality_tree.h"
#include "team/teams.h"

namespace dart {

/// Where the units of a team run.
struct TeamLocality {
  /// The index is the team-relative id. It never grows, because programs point into it.
  std::vector<LocatedUnit> units;
  DomainPtr root;
};

/// The localities of all teams.
class TeamLocalities {
 public:
  /// Collective over all units in a run on several hosts, where units cannot look at each other's
  /// hardware.
  TeamLocalities(const UnitTable& units, const Teams& teams);
  TeamLocalities(const TeamLocalities&) = delete;
  TeamLocalities& operator=(const TeamLocalities&) = delete;

  /// Runs \c use with the locality of a team, which nobody else uses meanwhile.
  template <class F>
  dart_ret_t with(const Team& team, F use)
  {
    const std::lock_guard lock(mutex_);
    auto found = localities_.find(team.id());
    if (found == localities_.end()) found = localities_.emplace(team.id(), locate(team)).first;
    return use(found->second);
  }

  /// Frees what is known of a team, if anything; for a team that ends.
  void release(dart_team_t team);

 private:
  TeamLocality locate(const Team& team) const;

  const UnitTable& units_;
  std::vector<dart_hwinfo_t> hardware_;  // one for each unit; empty in a run on one host
  std::mutex mutex_;
  std::map<dart_team_t, TeamLocality> localities_;
};

}  // namespace dart
