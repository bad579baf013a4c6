// Teams of the C interface.

#include <algorithm>
#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "api/guard.h"
#include "dash/dart/if/dart_team_group.h"
#include "team/collectives.h"
#include "team/group.h"

using dart::Collective;
using dart::CollectiveCall;
using dart::guarded;
using dart::guarded_together;
using dart::Runtime;
using dart::Team;

namespace {

/// Frees what the units of a team share, and waits for all of them.
/// \return DART_ERR_INVAL on all units, after a message, if a unit holds a lock
dart_ret_t end_together(Runtime& rt, Team& team, const char* function)
{
  team.board().begin(CollectiveCall(Collective::team_destroy));
  team.complete_started(function);
  const dart_ret_t ended = rt.locks().destroy_all(team, function);
  if (ended != DART_OK) return ended;
  int segment = 0;
  while (team.aligned_segments().first(&segment) != nullptr) {
    rt.segments().free(team, static_cast<std::int16_t>(segment));
  }
  while (team.registered_segments().first(&segment) != nullptr) {
    rt.segments().remove_registered(team, static_cast<std::int16_t>(-segment));
  }
  dart::barrier(team.board());
  return DART_OK;
}

/// Converts the list of a unit to global ids. \return DART_ERR_INVAL, after a message, for units
/// that are not in the team or occur twice
dart_ret_t list_members(
    const Team& parent, std::span<const dart_team_unit_t> units, std::vector<dart_unit_t>& members,
    const char* function)
{
  std::vector<bool> is_listed(parent.size());
  for (const auto [unit] : units) {
    DART_REQUIRE(
        parent.contains(unit), DART_ERR_INVAL, "%s: unit %d in the list, but team %d has %u units",
        function, unit, parent.id(), parent.size());
    DART_REQUIRE(
        !is_listed[unit], DART_ERR_INVAL, "%s: unit %d is twice in the list", function, unit);
    is_listed[unit] = true;
    members.push_back(parent.global_id(unit));
  }
  return DART_OK;
}

}  // namespace

extern "C" {

dart_ret_t dart_team_create(dart_team_t teamid, const dart_group_t group, dart_team_t* newteam)
    DART_NOTHROW
{
  DART_REQUIRE_POINTER(newteam, __func__);
  *newteam = DART_TEAM_NULL;
  return guarded_together(__func__, teamid, [&](Runtime& rt, Team& parent, const char* function) {
    const auto give_members = [=](std::vector<dart_unit_t>& members) {
      if (group == DART_GROUP_NULL) return DART_OK;
      const dart::Group* const given = dart::known_group(group, function);
      if (given == nullptr) return DART_ERR_INVAL;
      members = given->units;
      return DART_OK;
    };
    parent.board().begin(CollectiveCall(Collective::team_create));
    return rt.teams().create(
        parent, give_members, newteam, {function, "the group of a unit does not exist"});
  });
}

dart_ret_t dart_team_create_ordered(
    dart_team_t teamid, const dart_team_unit_t* units, size_t nunits,
    dart_team_t* newteam) DART_NOTHROW
{
  DART_REQUIRE_POINTER(newteam, __func__);
  *newteam = DART_TEAM_NULL;
  return guarded_together(__func__, teamid, [&](Runtime& rt, Team& parent, const char* function) {
    const auto give_members = [&](std::vector<dart_unit_t>& members) {
      return list_members(parent, {units, units == nullptr ? 0 : nunits}, members, function);
    };
    parent.board().begin(CollectiveCall(Collective::team_create_ordered));
    // A reference, because a copy would need memory before the units can agree that one has none.
    return rt.teams().create(
        parent, std::cref(give_members), newteam,
        {function, "the list of a unit cannot be that of a team"});
  });
}

dart_ret_t dart_team_create_alone(dart_team_t* newteam) DART_NOTHROW
{
  DART_REQUIRE_POINTER(newteam, __func__);
  *newteam = DART_TEAM_NULL;
  return guarded(__func__, [&](Runtime& rt, const char* function) {
    return rt.teams().create_alone(newteam, function);
  });
}

dart_ret_t dart_team_clone(dart_team_t team, dart_team_t* newteam) DART_NOTHROW
{
  DART_REQUIRE_POINTER(newteam, __func__);
  *newteam = DART_TEAM_NULL;
  return guarded_together(__func__, team, [&](Runtime& rt, Team& parent, const char* function) {
    const auto give_members = [&parent](std::vector<dart_unit_t>& members) {
      members = parent.members();
      return DART_OK;
    };
    parent.board().begin(CollectiveCall(Collective::team_clone));
    return rt.teams().create(parent, give_members, newteam, {function, "no members"});
  });
}

dart_ret_t dart_team_destroy(dart_team_t* teamid) DART_NOTHROW
{
  DART_REQUIRE_POINTER(teamid, __func__);
  if (*teamid == DART_TEAM_NULL) return DART_OK;
  return guarded_together(__func__, *teamid, [&](Runtime& rt, Team& team, const char* function) {
    DART_REQUIRE(
        *teamid != DART_TEAM_ALL, DART_ERR_INVAL, "dart_team_destroy: the team of all units stays");
    if (team.board().is_broken()) {
      team.board().learn();
    } else if (const dart_ret_t ended = end_together(rt, team, function); ended != DART_OK) {
      return ended;
    }
    rt.localities().release(*teamid);
    rt.teams().remove(*teamid);
    *teamid = DART_TEAM_NULL;
    return DART_OK;
  });
}

dart_ret_t dart_team_get_group(dart_team_t teamid, dart_group_t* group) DART_NOTHROW
{
  DART_REQUIRE_POINTER(group, __func__);
  return guarded(__func__, teamid, [&](Runtime&, Team& team, const char*) {
    dart::Group members{team.members()};
    std::sort(members.units.begin(), members.units.end());
    *group = dart::hand_out(std::move(members));
    return DART_OK;
  });
}

dart_ret_t dart_team_myid(dart_team_t teamid, dart_team_unit_t* myid) DART_NOTHROW
{
  DART_REQUIRE_POINTER(myid, __func__);
  return guarded(__func__, teamid, [&](Runtime&, Team& team, const char*) {
    myid->id = static_cast<dart_unit_t>(team.me());
    return DART_OK;
  });
}

dart_ret_t dart_team_size(dart_team_t teamid, size_t* size) DART_NOTHROW
{
  DART_REQUIRE_POINTER(size, __func__);
  return guarded(__func__, teamid, [&](Runtime&, Team& team, const char*) {
    *size = team.size();
    return DART_OK;
  });
}

bool dart_team_is_on_one_host(dart_team_t teamid) DART_NOTHROW
{
  const Runtime* rt = dart::runtime();
  const Team* team = rt == nullptr ? nullptr : rt->teams().find(teamid);
  return team != nullptr && team->is_on_one_host();
}

dart_ret_t dart_myid(dart_global_unit_t* myid) DART_NOTHROW
{
  DART_REQUIRE_POINTER(myid, __func__);
  myid->id = dart::runtime() != nullptr ? dart::runtime()->units().me() : DART_UNDEFINED_UNIT_ID;
  return dart::runtime() != nullptr ? DART_OK : DART_ERR_OTHER;
}

dart_ret_t dart_size(size_t* size) DART_NOTHROW
{
  DART_REQUIRE_POINTER(size, __func__);
  *size = dart::runtime() != nullptr ? dart::runtime()->units().count() : 0;
  return dart::runtime() != nullptr ? DART_OK : DART_ERR_OTHER;
}

dart_ret_t dart_team_unit_l2g(
    dart_team_t team, dart_team_unit_t localid, dart_global_unit_t* globalid) DART_NOTHROW
{
  DART_REQUIRE_POINTER(globalid, __func__);
  return guarded(__func__, team, [&](Runtime&, Team& members, const char*) {
    DART_REQUIRE(
        members.contains(localid.id), DART_ERR_INVAL,
        "dart_team_unit_l2g: unit %d, but team %d has %u units", localid.id, team, members.size());
    globalid->id = members.global_id(localid.id);
    return DART_OK;
  });
}

dart_ret_t dart_team_unit_g2l(
    dart_team_t team, dart_global_unit_t globalid, dart_team_unit_t* localid) DART_NOTHROW
{
  DART_REQUIRE_POINTER(localid, __func__);
  return guarded(__func__, team, [&](Runtime&, Team& members, const char*) {
    localid->id = members.local_id(globalid.id);
    return DART_OK;
  });
}

}  // extern "C"
