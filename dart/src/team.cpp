#include "team.h"

#include <algorithm>

#include "dash/dart/if/dart_communication.h"
#include "dash/dart/if/dart_synchronization.h"
#include "locality.h"
#include "lock.h"
#include "runtime.h"

namespace dart {

Team::Team(TeamShared& shared, dart_unit_t my_global_id, std::size_t all_units)
    : shared_(shared),
      members_(shared.members(), shared.members() + shared.size),
      local_ids_(all_units, -1),
      board_(nullptr, 0, 0)
{
  for (std::uint32_t unit = 0; unit < size(); ++unit) local_ids_[members_[unit]] = unit;
  board_ = Board(shared.board, shared.size, local_ids_[my_global_id]);
}

Team::~Team()
{
  locality_release(shared_.id);
  Control& control = runtime()->control();
  for (dart_lock_struct* lock : locks_) delete lock;
  aligned_.for_each([](int, Segment& segment) {
    if (!segment.registered) runtime()->forget_symmetric_block(segment.symmetric_offset);
  });
  if (shared_.attached.fetch_sub(1) == 1) {
    if (shared_.id != DART_TEAM_ALL) control.give_team_id_back(shared_.id);
    control.free(shared_.board);
    control.free(&shared_);
  }
}

std::int16_t Team::add_segment(std::unique_ptr<Segment> segment)
{
  SlotTable<Segment>& table = segment->registered ? registered_ : aligned_;
  const int sign = segment->registered ? -1 : 1;
  const int id = table.lowest_free(1);
  if (id < 0) return 0;
  table.set(id, std::move(segment));
  return static_cast<std::int16_t>(sign * id);
}

std::unique_ptr<Segment> Team::remove_segment(std::int16_t id)
{
  return id > 0 ? aligned_.remove(id) : registered_.remove(-id);
}

}  // namespace dart

using dart::Board;
using dart::Control;
using dart::Runtime;
using dart::Team;
using dart::TeamShared;

namespace {

/// Creates the team's shared part on one unit of the parent and attaches it on all members.
dart_ret_t create_team(
    Runtime& rt, Team& parent, const std::vector<dart_unit_t>& members, dart_team_t* newteam)
{
  // All learn who knows the members; the first that does creates the team.
  Board& board = parent.board();
  *board.contribute(1) = std::byte{!members.empty()};
  board.show();
  int creator = -1;
  for (std::uint32_t unit = board.units(); unit-- > 0;) {
    if (*board.read(unit, 1) != std::byte{0}) creator = unit;
  }
  if (creator < 0) return DART_OK;  // an empty group on all units

  const bool creates = std::uint32_t(creator) == board.me();
  std::byte* place = board.contribute(creates ? sizeof(TeamShared*) : 0);
  TeamShared* shared = nullptr;
  if (creates) {
    const int id = rt.control().take_team_id();
    if (id >= 0) shared = create_team_shared(rt.control(), id, members.data(), members.size());
    if (id >= 0 && shared == nullptr) rt.control().give_team_id_back(id);
    __builtin_memcpy(place, &shared, sizeof shared);
  }
  board.show();
  __builtin_memcpy(&shared, board.read(creator, sizeof shared), sizeof shared);
  DART_REQUIRE(
      shared != nullptr, DART_ERR_NOMEM, "dart_team_create: too many teams (limit 32768)");

  const auto* begin = shared->members();
  if (std::find(begin, begin + shared->size, rt.unit()) == begin + shared->size) return DART_OK;
  *newteam = shared->id;
  rt.teams().set(shared->id, std::make_unique<Team>(*shared, rt.unit(), rt.units()));
  return DART_OK;
}

}  // namespace

extern "C" {

dart_ret_t dart_team_create(dart_team_t teamid, const dart_group_t group, dart_team_t* newteam)
    DART_NOTHROW
{
  DART_RUNTIME(rt);
  DART_REQUIRE(newteam != nullptr, DART_ERR_INVAL, "dart_team_create: newteam is null");
  *newteam = DART_TEAM_NULL;
  DART_TEAM(parent, rt, teamid);
  std::vector<dart_unit_t> members;
  if (group != DART_GROUP_NULL) {
    std::size_t size = 0;
    dart_group_size(group, &size);
    std::vector<dart_global_unit_t> ids(size);
    if (size > 0) dart_group_getmembers(group, ids.data());
    for (const auto id : ids) members.push_back(id.id);
  }
  return create_team(rt, parent, members, newteam);
}

dart_ret_t dart_team_clone(dart_team_t team, dart_team_t* newteam) DART_NOTHROW
{
  DART_RUNTIME(rt);
  DART_REQUIRE(newteam != nullptr, DART_ERR_INVAL, "dart_team_clone: newteam is null");
  *newteam = DART_TEAM_NULL;
  DART_TEAM(parent, rt, team);
  std::vector<dart_unit_t> members;
  for (std::uint32_t unit = 0; unit < parent.size(); ++unit) {
    members.push_back(parent.global_id(unit));
  }
  return create_team(rt, parent, members, newteam);
}

dart_ret_t dart_team_destroy(dart_team_t* teamid) DART_NOTHROW
{
  DART_RUNTIME(rt);
  DART_REQUIRE(teamid != nullptr, DART_ERR_INVAL, "dart_team_destroy: teamid is null");
  if (*teamid == DART_TEAM_NULL) return DART_OK;
  DART_TEAM(team, rt, *teamid);
  DART_REQUIRE(
      *teamid != DART_TEAM_ALL, DART_ERR_INVAL, "dart_team_destroy: the team of all units stays");
  while (!team.locks().empty()) {
    dart_lock_t lock = team.locks().back();
    dart_team_lock_destroy(&lock);
  }
  std::vector<std::int16_t> segments;
  team.aligned_segments().for_each([&](int id, dart::Segment&) { segments.push_back(id); });
  for (const std::int16_t id : segments) {
    dart_gptr_t gptr = DART_GPTR_NULL;
    gptr.unitid = 0;
    gptr.teamid = *teamid;
    gptr.segid = id;
    dart_team_memfree(gptr);
  }
  dart_barrier(*teamid);
  rt.teams().remove(*teamid);
  *teamid = DART_TEAM_NULL;
  return DART_OK;
}

dart_ret_t dart_team_get_group(dart_team_t teamid, dart_group_t* group) DART_NOTHROW
{
  DART_RUNTIME(rt);
  DART_REQUIRE(group != nullptr, DART_ERR_INVAL, "dart_team_get_group: group is null");
  DART_TEAM(team, rt, teamid);
  dart_group_create(group);
  for (std::uint32_t unit = 0; unit < team.size(); ++unit) {
    dart_group_addmember(*group, team.global_id(unit));
  }
  return DART_OK;
}

dart_ret_t dart_team_myid(dart_team_t teamid, dart_team_unit_t* myid) DART_NOTHROW
{
  DART_RUNTIME(rt);
  DART_REQUIRE(myid != nullptr, DART_ERR_INVAL, "dart_team_myid: myid is null");
  DART_TEAM(team, rt, teamid);
  myid->id = static_cast<dart_unit_t>(team.me());
  return DART_OK;
}

dart_ret_t dart_team_size(dart_team_t teamid, size_t* size) DART_NOTHROW
{
  DART_RUNTIME(rt);
  DART_REQUIRE(size != nullptr, DART_ERR_INVAL, "dart_team_size: size is null");
  DART_TEAM(team, rt, teamid);
  *size = team.size();
  return DART_OK;
}

dart_ret_t dart_myid(dart_global_unit_t* myid) DART_NOTHROW
{
  DART_REQUIRE(myid != nullptr, DART_ERR_INVAL, "dart_myid: myid is null");
  myid->id = dart::runtime() != nullptr ? dart::runtime()->unit() : DART_UNDEFINED_UNIT_ID;
  return dart::runtime() != nullptr ? DART_OK : DART_ERR_OTHER;
}

dart_ret_t dart_size(size_t* size) DART_NOTHROW
{
  DART_REQUIRE(size != nullptr, DART_ERR_INVAL, "dart_size: size is null");
  *size = dart::runtime() != nullptr ? dart::runtime()->units() : 0;
  return dart::runtime() != nullptr ? DART_OK : DART_ERR_OTHER;
}

dart_ret_t dart_team_unit_l2g(
    dart_team_t team, dart_team_unit_t localid, dart_global_unit_t* globalid) DART_NOTHROW
{
  DART_RUNTIME(rt);
  DART_REQUIRE(globalid != nullptr, DART_ERR_INVAL, "dart_team_unit_l2g: globalid is null");
  DART_TEAM(members, rt, team);
  DART_REQUIRE(
      members.contains(localid.id), DART_ERR_INVAL,
      "dart_team_unit_l2g: unit %d, but team %d has %u units", localid.id, team, members.size());
  globalid->id = members.global_id(localid.id);
  return DART_OK;
}

dart_ret_t dart_team_unit_g2l(
    dart_team_t team, dart_global_unit_t globalid, dart_team_unit_t* localid) DART_NOTHROW
{
  DART_RUNTIME(rt);
  DART_REQUIRE(localid != nullptr, DART_ERR_INVAL, "dart_team_unit_g2l: localid is null");
  DART_TEAM(members, rt, team);
  localid->id = members.local_id(globalid.id);
  return DART_OK;
}

}  // extern "C"
