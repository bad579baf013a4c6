#pragma once

/// \file
/// The teams that this unit is a member of.

#include <functional>
#include <memory>
#include <vector>

#include "base/slot_table.h"
#include "job/unit_table.h"
#include "net/remote_calls.h"
#include "team/team.h"

namespace dart {

/// Teams by their ids, from their creation to their end.
class Teams {
 public:
  /// Begins with the team of all units, in which each tells about itself. Collective.
  /// \param[out] units from here on knows all units
  /// \param mine  what this unit tells
  /// \param calls to other hosts; nullptr in a run on one host
  Teams(
      UnitTable& units, const UnitInfo& mine, SharedTeams& shared, TeamShared& all,
      RemoteCalls* calls);
  Teams(const Teams&) = delete;
  Teams& operator=(const Teams&) = delete;

  Team& all() const { return *all_; }
  /// nullptr if this unit is a member of no such team.
  Team* find(dart_team_t id) const { return teams_.find(id); }
  template <class F>
  void for_each(F f) const
  {
    teams_.for_each(f);
  }

  /// The call that creates teams.
  struct Call {
    const char* function;
    const char* refusal;  ///< what the other units say if the members of one cannot be given
  };

  /// Writes the global ids of the members that this unit knows to a vector, in the order of their
  /// ids in the team; may lack memory.
  /// \return DART_OK, or DART_ERR_INVAL after a message, and then all units refuse the team
  using GiveMembers = std::function<dart_ret_t(std::vector<dart_unit_t>& members)>;

  /// Creates a team of each list of members that units give; collective over the parent. Units that
  /// are in no list may give none.
  /// \param[out] created id of the team of which this unit is a member; DART_TEAM_NULL before
  dart_ret_t create(
      Team& parent, const GiveMembers& give_members, dart_team_t* created, const Call& call);
  /// Creates a team of this unit alone. Local.
  dart_ret_t create_alone(dart_team_t* created, const char* function);
  /// Ends a team, whose segments and locks are gone, on this unit.
  void remove(dart_team_t id);

  /// Whether something holds at all units of the run. Collective.
  bool holds_everywhere(bool here) const;

 private:
  struct Creation;
  Creation try_to_begin(
      const Team& parent, const std::vector<dart_unit_t>& members, const char* function);
  Creation begin_creation(
      const Team& parent, const std::vector<dart_unit_t>& members, const char* function);
  dart_ret_t create_here(
      Team& parent, const Creation& creation, const std::vector<dart_unit_t>& members,
      dart_team_t* created, const char* function);
  TeamShared* share(Team& parent, const Creation& creation);
  std::unique_ptr<HostExchange> exchange_of(
      const std::vector<dart_unit_t>& members, int id, std::uint64_t serial) const;
  std::unique_ptr<Team> make(
      TeamShared& shared, std::vector<dart_unit_t> members, std::uint64_t serial);

  const UnitTable& units_;
  SharedTeams& shared_;
  RemoteCalls* calls_;
  SlotTable<Team> teams_;
  // Handles may still refer to those of teams that ended.
  std::vector<std::unique_ptr<StartedCollectives>> ended_;
  Team* all_ = nullptr;
};

}  // namespace dart
