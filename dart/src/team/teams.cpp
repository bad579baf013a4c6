#include "team/teams.h"

#include <algorithm>
#include <numeric>
#include <span>
#include <utility>

#include "base/clock.h"
#include "base/exception_guard.h"
#include "net/network_tags.h"
#include "team/collectives.h"

namespace dart {
namespace {

/// What a unit of the parent tells the others when a team is created.
enum class Knowledge : char { nothing, members, no_memory };

/// Who creates a team: the first unit of the parent that knows the members. -1: all groups are
/// empty.
/// \param knows what this unit knows
/// \param[out] all_able whether all units have the memory to take part
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

/// This unit's part of a team that is being created: lets go of the shared part at the end of a
/// scope, unless the team takes it over.
class Attachment {
 public:
  Attachment(SharedTeams& teams, TeamShared* shared) : teams_(teams), shared_(shared) {}
  ~Attachment()
  {
    if (shared_ != nullptr) teams_.detach(*shared_);
  }
  Attachment(const Attachment&) = delete;
  Attachment& operator=(const Attachment&) = delete;

  bool exists() const { return shared_ != nullptr; }
  TeamShared& get() const { return *shared_; }
  void release() { shared_ = nullptr; }

 private:
  SharedTeams& teams_;
  TeamShared* shared_;
};

}  // namespace

/// What the creator of a team tells all units of the parent.
struct Teams::Creation {
  int id;
  std::uint32_t size;
  dart_ret_t result;
  std::uint64_t serial = 0;  ///< different for teams that have the same id, one after the other
};

Teams::Teams(
    UnitTable& units, const UnitInfo& mine, SharedTeams& shared, TeamShared& all,
    RemoteCalls* calls)
    : units_(units),
      shared_(shared),
      calls_(calls)
{
  std::vector<dart_unit_t> everybody(units_.count());
  std::iota(everybody.begin(), everybody.end(), 0);
  teams_.set(DART_TEAM_ALL, make(all, std::move(everybody), 0));
  all_ = teams_.find(DART_TEAM_ALL);
  all_->board().begin(CollectiveCall(Collective::init));
  units.set(all_->board().from_all(mine));
}

bool Teams::holds_everywhere(bool here) const
{
  return all_->board().holds_everywhere(here);
}

std::unique_ptr<HostExchange> Teams::exchange_of(
    const std::vector<dart_unit_t>& members, int id, std::uint64_t serial) const
{
  const Hosts& hosts = units_.hosts();
  const bool is_one_host = std::all_of(
      members.begin(), members.end(), [&](dart_unit_t unit) { return hosts.is_here(unit); });
  if (is_one_host) return nullptr;
  return std::make_unique<HostExchange>(*calls_, hosts, members, exchange_tag(id), serial);
}

std::unique_ptr<Team> Teams::make(
    TeamShared& shared, std::vector<dart_unit_t> members, std::uint64_t serial)
{
  auto between = exchange_of(members, shared.id, serial);
  return std::make_unique<Team>(
      shared_, shared, units_.hosts(), std::move(members), std::move(between));
}

Teams::Creation Teams::begin_creation(const Team& parent, const std::vector<dart_unit_t>& members)
{
  for (const dart_unit_t member : members) {
    DART_REQUIRE(
        parent.local_id(member) >= 0, (Creation{-1, 0, DART_ERR_INVAL}),
        "dart_team_create: unit %d of the group is not in team %d", member, parent.id());
  }
  const HostExchange* hosts = parent.board().between();
  const int id = shared_.ids().take(hosts == nullptr ? 1 : hosts->hosts());
  DART_REQUIRE(
      id >= 0, (Creation{-1, 0, DART_ERR_NOMEM}), "dart_team_create: all team ids are in use");
  return {
      id, static_cast<std::uint32_t>(members.size()), DART_OK,
      static_cast<std::uint64_t>(now_ns())};
}

/// The leader of each host creates the part of the team there.
TeamShared* Teams::share(Team& parent, const Creation& creation)
{
  return parent.board().from_leader([&] {
    const auto parents = std::count_if(
        parent.members().begin(), parent.members().end(),
        [&](dart_unit_t unit) { return units_.hosts().is_here(unit); });
    return create_team_shared(
        shared_.heap(), creation.id, creation.size, static_cast<std::uint32_t>(parents));
  });
}

/// Begins the creation on the unit that knows the members.
Teams::Creation Teams::try_to_begin(const Team& parent, const std::vector<dart_unit_t>& members)
{
  Creation begun{-1, 0, DART_ERR_NOMEM};
  prepared([&] {
    begun = begin_creation(parent, members);
    return begun.result;
  });
  return begun;
}

dart_ret_t Teams::create(
    Team& parent, const GiveMembers& give_members, dart_team_t* created, const char* function)
{
  std::vector<dart_unit_t> members;
  const dart_ret_t able = prepared([&] {
    give_members(members);
    members.reserve(parent.size());
    return DART_OK;
  });
  const Knowledge mine = members.empty() ? Knowledge::nothing : Knowledge::members;
  bool all_able = true;
  const dart_unit_t creator =
      find_creator(parent, able == DART_OK ? mine : Knowledge::no_memory, &all_able);
  DART_REQUIRE(all_able, DART_ERR_NOMEM, "%s: no memory for another team", function);
  if (creator < 0) return DART_OK;  // an empty group on all units

  const Creation creation =
      parent.board().from_one(creator, [&] { return try_to_begin(parent, members); });
  if (creation.result != DART_OK) return creation.result;
  members.resize(creation.size);
  broadcast(parent.board(), std::as_writable_bytes(std::span(members)), creator);
  return create_here(parent, creation, std::move(members), created, function);
}

/// Creates the shared part on this host, and the team if this unit is a member.
dart_ret_t Teams::create_here(
    Team& parent, const Creation& creation, std::vector<dart_unit_t> members, dart_team_t* created,
    const char* function)
{
  Attachment attachment(shared_, share(parent, creation));
  if (!attachment.exists() && parent.board().is_leader()) shared_.ids().give_back(creation.id);
  const bool is_member = std::find(members.begin(), members.end(), units_.me()) != members.end();
  std::unique_ptr<Team> team;
  const dart_ret_t made = prepared([&] {
    if (!attachment.exists()) return DART_ERR_NOMEM;
    if (is_member) {
      teams_.prepare_to_set(creation.id);
      team = make(attachment.get(), std::move(members), creation.serial);
      attachment.release();
    }
    return DART_OK;
  });
  const bool all_made = parent.board().holds_everywhere(made == DART_OK);
  DART_REQUIRE(all_made, DART_ERR_NOMEM, "%s: no memory for another team", function);
  if (!is_member) return DART_OK;
  teams_.set(creation.id, std::move(team));
  *created = static_cast<dart_team_t>(creation.id);
  return DART_OK;
}

}  // namespace dart
