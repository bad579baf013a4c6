#include "team/team.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <new>
#include <utility>

#include "api/guard.h"
#include "dash/dart/if/dart_communication.h"
#include "dash/dart/if/dart_synchronization.h"
#include "locality/locality.h"
#include "net/network_tags.h"
#include "runtime/runtime.h"
#include "team/group.h"
#include "team/lock.h"
#include "team/team_ids.h"

namespace dart {

TeamShared* create_team_shared(Control& control, int id, std::size_t size, std::uint32_t parents)
{
  void* memory = control.allocate(sizeof(TeamShared));
  void* board = control.allocate(Board::bytes(size));
  if (memory == nullptr || board == nullptr) {
    if (memory != nullptr) control.free(memory);
    if (board != nullptr) control.free(board);
    return nullptr;
  }
  std::memset(board, 0, Board::zeroed_bytes(size));
  return new (memory) TeamShared{{parents}, static_cast<std::int16_t>(id), board};
}

void detach(Runtime& rt, TeamShared& shared)
{
  if (shared.attached.fetch_sub(1) != 1) return;
  give_team_id_back(rt, shared.id);
  rt.control().free(shared.board);
  rt.control().free(&shared);
}

namespace {

std::unique_ptr<HostExchange> exchange_of(
    Runtime& rt, const std::vector<dart_unit_t>& members, int team)
{
  const bool is_one_host = std::all_of(
      members.begin(), members.end(), [&](dart_unit_t unit) { return rt.hosts().is_here(unit); });
  if (is_one_host) return nullptr;
  return std::make_unique<HostExchange>(*rt.calls(), rt.hosts(), members, exchange_tag(team));
}

}  // namespace

Team::Team(Runtime& rt, TeamShared& shared, std::vector<dart_unit_t> members)
    : rt_(rt),
      shared_(shared),
      members_(std::move(members)),
      local_ids_(rt.units(), -1),
      board_(
          shared.board, size(),
          std::find(members_.begin(), members_.end(), rt.unit()) - members_.begin(),
          exchange_of(rt, members_, shared.id))
{
  for (std::uint32_t unit = 0; unit < size(); ++unit) local_ids_[members_[unit]] = unit;
}

Team::~Team()
{
  locality_release(shared_.id);
  for (dart_lock_struct* lock : locks_) delete lock;
  detach(rt_, shared_);
}

std::int16_t Team::add_segment(std::unique_ptr<Segment> segment)
{
  const bool registered = segment->registered;
  const int id = (registered ? registered_ : aligned_).add(std::move(segment));
  if (id < 0) return 0;
  return static_cast<std::int16_t>(registered ? -id : id);
}

std::unique_ptr<Segment> Team::remove_segment(std::int16_t id)
{
  return id > 0 ? aligned_.remove(id) : registered_.remove(-id);
}

}  // namespace dart

using dart::guarded;
using dart::Runtime;
using dart::Team;
using dart::TeamShared;

namespace {

/// What a unit of the parent publishes to the others when a team is created.
enum class Knowledge : char { nothing, members, no_memory };

/// What the unit that creates a team sends to all units of the parent.
struct Creation {
  int id;
  std::uint32_t size;
  dart_ret_t result;
};

Creation begin_creation(Runtime& rt, const Team& parent, const std::vector<dart_unit_t>& members)
{
  for (const dart_unit_t member : members) {
    DART_REQUIRE(
        parent.local_id(member) >= 0, (Creation{-1, 0, DART_ERR_INVAL}),
        "dart_team_create: unit %d of the group is not in team %d", member, parent.id());
  }
  const dart::HostExchange* hosts = parent.board().between();
  const int id = dart::take_team_id(rt, hosts == nullptr ? 1 : hosts->hosts());
  DART_REQUIRE(
      id >= 0, (Creation{-1, 0, DART_ERR_NOMEM}), "dart_team_create: all team ids are in use");
  return {id, static_cast<std::uint32_t>(members.size()), DART_OK};
}

/// The leader of each host creates the part of the team that its members there share.
TeamShared* share_team(Runtime& rt, Team& parent, const Creation& creation)
{
  const auto is_here = [&](std::uint32_t unit) {
    return rt.hosts().is_here(parent.global_id(unit));
  };
  return parent.board().from_leader([&] {
    std::uint32_t parents = 0;
    for (std::uint32_t unit = 0; unit < parent.size(); ++unit) parents += is_here(unit);
    return create_team_shared(rt.control(), creation.id, creation.size, parents);
  });
}

/// This unit's part of a team that is being created. The destructor detaches it from the shared
/// part unless the team has taken it over.
class Attachment {
 public:
  Attachment(Runtime& rt, TeamShared* shared) : rt_(rt), shared_(shared) {}
  ~Attachment()
  {
    if (shared_ != nullptr) detach(rt_, *shared_);
  }
  Attachment(const Attachment&) = delete;
  Attachment& operator=(const Attachment&) = delete;

  bool exists() const { return shared_ != nullptr; }
  std::unique_ptr<Team> make_team(std::vector<dart_unit_t> members)
  {
    auto team = std::make_unique<Team>(rt_, *shared_, std::move(members));
    shared_ = nullptr;
    return team;
  }

 private:
  Runtime& rt_;
  TeamShared* shared_;
};

/// The unit that creates a team: the first unit of the parent that knows the members; -1 if all
/// groups are empty.
/// \param knows          what this unit knows
/// \param[out] all_able  whether all units have enough memory to take part
dart_unit_t find_creator(Team& parent, Knowledge knows, bool* all_able)
{
  dart_unit_t first = -1;
  *all_able = true;
  parent.board().exchange(knows, [&](std::uint32_t unit, Knowledge theirs) {
    if (theirs == Knowledge::members && first < 0) first = static_cast<dart_unit_t>(unit);
    *all_able = *all_able && theirs != Knowledge::no_memory;
  });
  return first;
}

/// Creates the team's shared parts and attaches all members to them.
/// \param give_members  writes the members that this unit knows to a vector; may throw
/// std::bad_alloc
template <class GiveMembers>
dart_ret_t create_team(
    Runtime& rt, Team& parent, const GiveMembers& give_members, dart_team_t* newteam,
    const char* function)
{
  std::vector<dart_unit_t> members;
  const dart_ret_t able = dart::prepared([&] {
    give_members(members);
    members.reserve(parent.size());
    return DART_OK;
  });
  bool all_able = true;
  const Knowledge knows = able != DART_OK   ? Knowledge::no_memory
                          : members.empty() ? Knowledge::nothing
                                            : Knowledge::members;
  const dart_unit_t creator = find_creator(parent, knows, &all_able);
  DART_REQUIRE(all_able, DART_ERR_NOMEM, "%s: no memory for another team", function);
  if (creator < 0) return DART_OK;  // the group is empty on all units

  const Creation creation = parent.board().from_one(creator, [&] {
    Creation begun{-1, 0, DART_ERR_NOMEM};
    dart::prepared([&] {
      begun = begin_creation(rt, parent, members);
      return begun.result;
    });
    return begun;
  });
  if (creation.result != DART_OK) return creation.result;
  members.resize(creation.size);
  dart_bcast(members.data(), members.size(), DART_TYPE_INT, dart_team_unit_t(creator), parent.id());
  Attachment attachment(rt, share_team(rt, parent, creation));
  if (!attachment.exists() && parent.board().is_leader()) {
    dart::give_team_id_back(rt, creation.id);
  }
  const bool is_member = std::find(members.begin(), members.end(), rt.unit()) != members.end();
  std::unique_ptr<Team> team;
  const dart_ret_t made = dart::prepared([&] {
    if (!attachment.exists()) return DART_ERR_NOMEM;
    if (is_member) {
      rt.teams().prepare_to_set(creation.id);
      team = attachment.make_team(std::move(members));
    }
    return DART_OK;
  });
  const bool all_made = parent.board().holds_everywhere(made == DART_OK);
  DART_REQUIRE(all_made, DART_ERR_NOMEM, "%s: no memory for another team", function);
  if (!is_member) return DART_OK;
  rt.teams().set(creation.id, std::move(team));
  *newteam = static_cast<dart_team_t>(creation.id);
  return DART_OK;
}

}  // namespace

extern "C" {

dart_ret_t dart_team_create(dart_team_t teamid, const dart_group_t group, dart_team_t* newteam)
    DART_NOTHROW
{
  DART_REQUIRE_POINTER(newteam, __func__);
  *newteam = DART_TEAM_NULL;
  return guarded(__func__, teamid, [&](Runtime& rt, Team& parent, const char* function) {
    const auto give_members = [group](std::vector<dart_unit_t>& members) {
      if (group != DART_GROUP_NULL) members = group->units;
    };
    return create_team(rt, parent, give_members, newteam, function);
  });
}

dart_ret_t dart_team_clone(dart_team_t team, dart_team_t* newteam) DART_NOTHROW
{
  DART_REQUIRE_POINTER(newteam, __func__);
  *newteam = DART_TEAM_NULL;
  return guarded(__func__, team, [&](Runtime& rt, Team& parent, const char* function) {
    const auto give_members = [&parent](std::vector<dart_unit_t>& members) {
      members.reserve(parent.size());
      for (std::uint32_t unit = 0; unit < parent.size(); ++unit) {
        members.push_back(parent.global_id(unit));
      }
    };
    return create_team(rt, parent, give_members, newteam, function);
  });
}

dart_ret_t dart_team_destroy(dart_team_t* teamid) DART_NOTHROW
{
  DART_REQUIRE_POINTER(teamid, __func__);
  if (*teamid == DART_TEAM_NULL) return DART_OK;
  return guarded(__func__, *teamid, [&](Runtime& rt, Team& team, const char*) {
    DART_REQUIRE(
        *teamid != DART_TEAM_ALL, DART_ERR_INVAL, "dart_team_destroy: the team of all units stays");
    while (!team.locks().empty()) {
      dart_lock_t lock = team.locks().back();
      dart_team_lock_destroy(&lock);
    }
    int segment = 0;
    while (team.aligned_segments().first(&segment) != nullptr) {
      dart_gptr_t gptr = DART_GPTR_NULL;
      gptr.unitid = 0;
      gptr.teamid = *teamid;
      gptr.segid = static_cast<std::int16_t>(segment);
      dart_team_memfree(gptr);
    }
    dart_barrier(*teamid);
    rt.teams().remove(*teamid);
    *teamid = DART_TEAM_NULL;
    return DART_OK;
  });
}

dart_ret_t dart_team_get_group(dart_team_t teamid, dart_group_t* group) DART_NOTHROW
{
  DART_REQUIRE_POINTER(group, __func__);
  return guarded(__func__, teamid, [&](Runtime&, Team& team, const char*) {
    auto members = std::make_unique<dart_group_struct>();
    members->units = team.members();
    *group = members.release();
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
  const Team* team = rt == nullptr ? nullptr : rt->team(teamid);
  return team != nullptr && team->board().between() == nullptr;
}

dart_ret_t dart_myid(dart_global_unit_t* myid) DART_NOTHROW
{
  DART_REQUIRE_POINTER(myid, __func__);
  myid->id = dart::runtime() != nullptr ? dart::runtime()->unit() : DART_UNDEFINED_UNIT_ID;
  return dart::runtime() != nullptr ? DART_OK : DART_ERR_OTHER;
}

dart_ret_t dart_size(size_t* size) DART_NOTHROW
{
  DART_REQUIRE_POINTER(size, __func__);
  *size = dart::runtime() != nullptr ? dart::runtime()->units() : 0;
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
