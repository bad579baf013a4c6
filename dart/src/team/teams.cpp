#include "team/teams.h"

#include <algorithm>
#include <numeric>
#include <span>
#include <utility>

#include "base/clock.h"
#include "base/exception_guard.h"
#include "base/hash.h"
#include "net/network_tags.h"
#include "team/collectives.h"

namespace dart {
namespace {

/// What a unit of the parent tells the others when teams are created.
struct Wish {
  dart_ret_t able;        ///< DART_OK, or why the unit cannot take part
  std::uint64_t members;  ///< stands for the members that it passes; 0: none

  bool operator==(const Wish&) const = default;
};

/// A number that stands for a list of members; 0 for an empty one.
std::uint64_t number_of(const std::vector<dart_unit_t>& members)
{
  return members.empty() ? 0 : hash_of(members);
}

/// The first unit behind \c unit that passes members which no unit in front of it passes: it
/// creates the team. -1: there is none.
dart_unit_t next_creator(const std::vector<Wish>& wishes, dart_unit_t unit)
{
  const auto is_first = [&](auto wish) {
    return wish->members != 0 && std::find(wishes.begin(), wish, *wish) == wish;
  };
  for (auto wish = wishes.begin() + unit + 1; wish != wishes.end(); ++wish) {
    if (is_first(wish)) return static_cast<dart_unit_t>(wish - wishes.begin());
  }
  return -1;
}

/// Whether all members that this unit passes pass the same ones.
bool is_shared_by_members(
    const Team& parent, const std::vector<Wish>& wishes, const std::vector<dart_unit_t>& members)
{
  const std::uint64_t mine = number_of(members);
  return std::all_of(members.begin(), members.end(), [&](dart_unit_t member) {
    const dart_unit_t unit = parent.local_id(member);
    return unit >= 0 && wishes[unit].members == mine;
  });
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

void Teams::remove(dart_team_t id)
{
  std::erase_if(ended_, [](const auto& ended) { return ended->is_forgotten(); });
  if (Team* const team = teams_.find(id)) {
    if (auto ended = team->end_started()) ended_.push_back(std::move(ended));
  }
  teams_.remove(id);
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
  return std::make_unique<HostExchange>(
      *calls_, hosts, members, static_cast<dart_team_t>(id), serial);
}

std::unique_ptr<Team> Teams::make(
    TeamShared& shared, std::vector<dart_unit_t> members, std::uint64_t serial)
{
  auto between = exchange_of(members, shared.id, serial);
  return std::make_unique<Team>(
      shared_, shared, units_.hosts(), std::move(members), std::move(between));
}

Teams::Creation Teams::begin_creation(
    const Team& parent, const std::vector<dart_unit_t>& members, const char* function)
{
  for (const dart_unit_t member : members) {
    DART_REQUIRE(
        parent.local_id(member) >= 0, (Creation{-1, 0, DART_ERR_INVAL}),
        "%s: unit %d of the group is not in team %d", function, member, parent.id());
  }
  const HostExchange* hosts = parent.board().between();
  const int id = shared_.ids().take(hosts == nullptr ? 1 : hosts->hosts());
  DART_REQUIRE(id >= 0, (Creation{-1, 0, DART_ERR_NOMEM}), "%s: all team ids are in use", function);
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
Teams::Creation Teams::try_to_begin(
    const Team& parent, const std::vector<dart_unit_t>& members, const char* function)
{
  Creation begun{-1, 0, DART_ERR_NOMEM};
  prepared([&] {
    begun = begin_creation(parent, members, function);
    return begun.result;
  });
  return begun;
}

dart_ret_t Teams::create(
    Team& parent, const GiveMembers& give_members, dart_team_t* created, const Call& call)
{
  const char* const function = call.function;
  std::vector<dart_unit_t> mine, members;
  std::vector<Wish> wishes;
  const dart_ret_t able = prepared([&] {
    const dart_ret_t given = give_members(mine);
    members.reserve(parent.size());
    wishes.resize(parent.size());
    return given;
  });
  dart_ret_t all_able = DART_OK;
  parent.board().exchange(Wish{able, number_of(mine)}, [&](std::uint32_t unit, const Wish& theirs) {
    if (able == DART_OK) wishes[unit] = theirs;
    all_able = std::max(all_able, theirs.able);
  });
  DART_REQUIRE(all_able != DART_ERR_NOMEM, all_able, "%s: no memory for another team", function);
  DART_REQUIRE(all_able == DART_OK, all_able, "%s: %s", function, call.refusal);
  dart_unit_t creator = next_creator(wishes, -1);
  const bool are_several = creator >= 0 && next_creator(wishes, creator) >= 0;
  if (are_several) {
    const bool agree = parent.board().holds_everywhere(is_shared_by_members(parent, wishes, mine));
    DART_REQUIRE(
        agree, DART_ERR_INVAL,
        "%s: units pass different groups, which is possible if all members of each group pass it",
        function);
  }

  for (; creator >= 0; creator = next_creator(wishes, creator)) {
    const Creation creation =
        parent.board().from_one(creator, [&] { return try_to_begin(parent, mine, function); });
    dart_ret_t result = creation.result;
    if (result == DART_OK) {
      members = mine;  // what the creator tells the others; there is room for all units
      members.resize(creation.size);
      broadcast(parent.board(), std::as_writable_bytes(std::span(members)), creator);
      result = create_here(parent, creation, members, created, function);
    }
    if (result != DART_OK) {
      if (*created != DART_TEAM_NULL) remove(std::exchange(*created, DART_TEAM_NULL));
      return result;
    }
  }
  return DART_OK;
}

/// Creates the shared part on this host, and the team if this unit is a member.
dart_ret_t Teams::create_here(
    Team& parent, const Creation& creation, const std::vector<dart_unit_t>& members,
    dart_team_t* created, const char* function)
{
  Attachment attachment(shared_, share(parent, creation));
  if (!attachment.exists() && parent.board().is_leader()) shared_.ids().give_back(creation.id);
  const bool is_member = std::find(members.begin(), members.end(), units_.me()) != members.end();
  std::unique_ptr<Team> team;
  const dart_ret_t made = prepared([&] {
    if (!attachment.exists()) return DART_ERR_NOMEM;
    if (is_member) {
      teams_.prepare_to_set(creation.id);
      team = make(attachment.get(), members, creation.serial);
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

dart_ret_t Teams::create_alone(dart_team_t* created, const char* function)
{
  const int id = shared_.ids().take(1);
  DART_REQUIRE(id >= 0, DART_ERR_NOMEM, "%s: all team ids are in use", function);
  Attachment attachment(shared_, create_team_shared(shared_.heap(), id, 1, 1));
  if (!attachment.exists()) shared_.ids().give_back(id);
  DART_REQUIRE(attachment.exists(), DART_ERR_NOMEM, "%s: no memory for another team", function);
  teams_.prepare_to_set(id);
  auto team = make(attachment.get(), {units_.me()}, static_cast<std::uint64_t>(now_ns()));
  attachment.release();
  teams_.set(id, std::move(team));
  *created = static_cast<dart_team_t>(id);
  return DART_OK;
}

}  // namespace dart
