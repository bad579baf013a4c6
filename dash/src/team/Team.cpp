#include <dash/Team.h>

#include <dash/Exception.h>
#include <dash/Init.h>
#include <dash/detail/base/CheckResult.h>
#include <dash/detail/base/CurrentCall.h>
#include <dash/detail/team/Combine.h>
#include <dash/detail/team/Unwinding.h>

#include <dash/dart/if/dart_locality.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <mutex>
#include <ostream>
#include <set>
#include <utility>

namespace dash {

using detail::CheckedCall;

namespace {

/// All teams of this process. It is never destroyed, because static containers may refer to a team
/// when the process ends, and containers that outlive dash::finalize may refer to a child team.
struct Registry {
  /// Usable teams; parents precede their children.
  std::vector<Team*> live;
  /// Child teams of this and of earlier rounds of init and finalize.
  std::vector<std::unique_ptr<Team>> children;

  /// The runtime's team of the calling unit alone; DART_TEAM_NULL until it is needed.
  std::atomic<dart_team_t> self{DART_TEAM_NULL};

  /// Guards the lists against threads that look up teams.
  std::mutex mutex;

  static Registry& instance()
  {
    static auto* registry = new Registry();
    return *registry;
  }

  /// nullptr if there is none
  Team* find(dart_team_t id) const noexcept
  {
    const auto found = std::find_if(
        live.begin(), live.end(), [id](const Team* team) { return team->dart_id() == id; });
    return found == live.end() ? nullptr : *found;
  }

  void replace(const Team* old_team, Team* new_team) noexcept
  {
    std::replace(live.begin(), live.end(), const_cast<Team*>(old_team), new_team);
  }

  void remove(const Team* team) noexcept
  {
    live.erase(std::remove(live.begin(), live.end(), team), live.end());
  }
};

/// Frees a list of groups at the end of a scope.
struct GroupList {
  std::vector<dart_group_t> groups;

  explicit GroupList(size_t n) : groups(n, DART_GROUP_NULL) {}
  GroupList(const GroupList&) = delete;
  GroupList& operator=(const GroupList&) = delete;

  ~GroupList()
  {
    for (dart_group_t& group : groups) {
      if (group != DART_GROUP_NULL) dart_group_destroy(&group);
    }
  }
};

/// The members of a team as a group.
struct MemberGroup : GroupList {
  explicit MemberGroup(dart_team_t team) : GroupList(1)
  {
    CheckedCall().result(dart_team_get_group(team, &groups[0]), "dart_team_get_group");
  }

  dart_group_t get() const noexcept { return groups[0]; }
};

/// The members of a group in the order of their ids in a team.
std::vector<team_unit_t> units_of(dart_group_t group, const Team& team)
{
  std::vector<team_unit_t> units;
  for (const int unit : team) {
    int32_t is_member = 0;
    CheckedCall().result(
        dart_group_ismember(group, team.global_id(team_unit_t(unit)), &is_member),
        "dart_group_ismember");
    if (is_member != 0) units.emplace_back(unit);
  }
  return units;
}

void require_parts(unsigned num_parts)
{
  if (num_parts == 0) {
    DASH_THROW(exception::InvalidArgument, "Team::split: the number of parts must be at least 1");
  }
}

}  // namespace

Team& Team::All() noexcept
{
  static Team* all = [] {
    auto* team = new Team();
    team->dart_id_ = DART_TEAM_ALL;
    return team;
  }();
  return *all;
}

Team& Team::Null() noexcept
{
  static Team* null = new Team();
  return *null;
}

Team& Team::Self() noexcept
{
  static Team* self = [] {
    auto* team = new Team();
    team->dart_id_ = self_id;
    team->myid_ = team_unit_t{0};
    team->size_ = 1;
    team->num_siblings_ = 1;
    return team;
  }();
  return *self;
}

Team& Team::Get(dart_team_t team_id)
{
  Registry& registry = Registry::instance();
  if (team_id != DART_TEAM_NULL && team_id == registry.self) return Self();
  const std::lock_guard guard(registry.mutex);
  Team* known = registry.find(team_id);
  if (known != nullptr && !known->is_of_c_interface()) return *known;
  if (team_id == DART_TEAM_NULL || !is_initialized()) return Null();
  // The C interface may have destroyed the team, and created another one of the same id.
  std::unique_ptr<Team> team;
  if (known == nullptr) {
    team.reset(new Team());
    team->num_siblings_ = 1;
    team->dart_id_ = team_id;
  }
  const bool exists = (known != nullptr ? *known : *team).query_dart_again();
  if (known == nullptr && exists) {
    registry.live.push_back(team.get());
    known = registry.children.emplace_back(std::move(team)).get();
  } else if (known != nullptr && !exists) {
    registry.remove(known);
    known->retire();
  }
  return exists ? *known : Null();
}

global_unit_t Team::GlobalUnitID() noexcept
{
  return dash::myid();
}

void Team::initialize()
{
  Team& all = All();
  all.query_dart();
  all.num_siblings_ = 1;
  Registry::instance().live.assign(1, &all);
}

void Team::finalize()
{
  Self().free();
  Registry::instance().self = DART_TEAM_NULL;
  auto& live = Registry::instance().live;
  // The same order on all units, which may have got teams of the C interface at different times.
  const auto rank = [](const Team* team) {
    if (team->is_all()) return std::pair(0, dart_team_t{});
    return team->is_of_c_interface() ? std::pair(1, team->dart_id_) : std::pair(2, dart_team_t{});
  };
  std::stable_sort(
      live.begin(), live.end(), [&](const Team* a, const Team* b) { return rank(a) < rank(b); });
  while (!live.empty()) {
    Team& team = *live.back();
    if (!team.is_of_c_interface() || team.query_dart_again()) team.free();
    live.pop_back();
    team.retire();
  }
  All().dart_id_ = DART_TEAM_ALL;
}

Team::Team(dart_team_t dart_id, Team* parent, size_t position, size_t num_siblings)
    : dart_id_(dart_id),
      parent_(parent),
      position_(position),
      num_siblings_(num_siblings)
{
  query_dart();
}

Team::Team(Team&& other) noexcept
{
  *this = std::move(other);
}

Team& Team::operator=(Team&& other) noexcept
{
  if (this == &other) return *this;
  Registry::instance().remove(this);
  Registry::instance().replace(&other, this);
  deallocators_ = std::exchange(other.deallocators_, {});
  dart_id_ = other.dart_id_;
  myid_ = other.myid_;
  size_ = other.size_;
  parent_ = other.parent_;
  child_ = other.child_;
  position_ = other.position_;
  num_siblings_ = other.num_siblings_;
  if (parent_ != nullptr && parent_->child_ == &other) parent_->child_ = this;
  replace_parent(&other, this);
  other.retire();
  return *this;
}

Team::~Team()
{
  Registry::instance().remove(this);
  if (parent_ != nullptr && parent_->child_ == this) parent_->child_ = nullptr;
  replace_parent(this, nullptr);
}

/// A team that was split several times has several children, of which it knows the last one.
void Team::replace_parent(const Team* old_parent, Team* new_parent) noexcept
{
  for (Team* team : Registry::instance().live) {
    if (team->parent_ == old_parent) team->parent_ = new_parent;
  }
}

Team& Team::split(unsigned num_parts)
{
  const detail::CurrentCall call("dash::Team::split");
  if (size() < 2) return Null();
  require_parts(num_parts);
  const size_t part_size = (size() + num_parts - 1) / num_parts;
  const auto part = static_cast<size_t>(myid().id) / part_size;
  std::vector<team_unit_t> units;
  for (size_t unit = part * part_size; unit < std::min((part + 1) * part_size, size()); ++unit) {
    units.emplace_back(static_cast<int>(unit));
  }
  return make_child(units, part, (size() + part_size - 1) / part_size);
}

Team& Team::split(int color, int key)
{
  if (is_null()) return Null();
  require_initialized("Team::split");
  const detail::CurrentCall call("dash::Team::split");
  struct Choice {
    int color, key;
  };
  const std::vector<Choice> choices = detail::gather_from_all(*this, Choice{color, key});
  const auto key_of = [&](team_unit_t unit) { return choices[static_cast<size_t>(unit.id)].key; };
  std::vector<team_unit_t> units;
  std::set<int> colors;
  for (const int unit : *this) {
    const int theirs = choices[static_cast<size_t>(unit)].color;
    if (theirs != no_color) colors.insert(theirs);
    if (theirs == color && color != no_color) units.emplace_back(unit);
  }
  std::stable_sort(units.begin(), units.end(), [&](team_unit_t a, team_unit_t b) {
    return key_of(a) < key_of(b);
  });
  const auto position = std::distance(colors.begin(), colors.lower_bound(color));
  return make_child(units, static_cast<size_t>(position), colors.size());
}

Team& Team::select(std::span<const team_unit_t> units)
{
  if (is_null()) return Null();
  require_initialized("Team::select");
  const detail::CurrentCall call("dash::Team::select");
  return make_child(units, 0, 1);
}

Team& Team::locality_split(dart_locality_scope_t scope, unsigned num_parts)
{
  const detail::CurrentCall call("dash::Team::locality_split");
  if (size() < 2) return Null();
  require_parts(num_parts);
  // The tree of the team of all units is built on first use, and those of other teams on demand.
  dart_domain_locality_t* domain = nullptr;
  const detail::FailureReasons reasons;  // the first call may fail
  if (dart_domain_team_locality(dart_id_, ".", &domain) != DART_OK) {
    reasons.take();
    CheckedCall().result(dart_team_locality_init(dart_id_), "dart_team_locality_init");
    CheckedCall().result(
        dart_domain_team_locality(dart_id_, ".", &domain), "dart_domain_team_locality");
  }
  const MemberGroup members(dart_id_);
  GroupList parts(num_parts);
  size_t num_groups = 0;
  CheckedCall().result(
      dart_group_locality_split(
          members.get(), domain, scope, num_parts, &num_groups, parts.groups.data()),
      "dart_group_locality_split");
  std::vector<team_unit_t> mine;
  size_t position = 0;
  for (size_t part = 0; part < num_groups; ++part) {
    std::vector<team_unit_t> units = units_of(parts.groups[part], *this);
    if (std::find(units.begin(), units.end(), myid()) == units.end()) continue;
    mine = std::move(units);
    position = part;
  }
  return make_child(mine, position, num_groups);
}

/// Creates the teams of the lists that the units of this team pass.
Team& Team::make_child(std::span<const team_unit_t> units, size_t position, size_t num_siblings)
{
  const std::vector<dart_team_unit_t> members(units.begin(), units.end());
  dart_team_t id = DART_TEAM_NULL;
  {
    const detail::FailureReasons reasons;
    const dart_ret_t created =
        dart_team_create_ordered(dart_id(), members.data(), members.size(), &id);
    if (created == DART_ERR_INVAL) {
      detail::throw_together<exception::InvalidArgument>(
          *this, "the units of a team cannot make teams of these lists of units" + reasons.take());
    }
    detail::check_result(created, "dart_team_create_ordered");
  }
  if (id == DART_TEAM_NULL) return Null();
  Registry& registry = Registry::instance();
  const std::lock_guard guard(registry.mutex);
  if (Team* const destroyed = registry.find(id)) {
    registry.remove(destroyed);
    destroyed->retire();
  }
  registry.children.emplace_back(new Team(id, this, position, num_siblings));
  child_ = registry.children.back().get();
  registry.live.push_back(child_);
  return *child_;
}

void Team::destroy()
{
  if (is_null()) return;
  if (is_all() || dart_id_ == self_id) {
    DASH_THROW(exception::InvalidArgument, "Team::destroy: " << *this << " ends with the run");
  }
  // Units have made the teams that they have in common in the same order.
  const std::vector<Team*> live = Registry::instance().live;
  for (auto team = live.rbegin(); team != live.rend(); ++team) {
    if ((*team)->is_below(*this)) (*team)->destroy_childless();
  }
  destroy_childless();
}

/// Whether the team was split off from \c other, or from a child of it.
bool Team::is_below(const Team& other) const noexcept
{
  const Team* ancestor = parent_;
  while (ancestor != nullptr && ancestor != &other) ancestor = ancestor->parent_;
  return ancestor != nullptr;
}

/// Ends a team that has no child teams any more.
void Team::destroy_childless()
{
  free();
  dart_team_t id = dart_id_;
  CheckedCall().result(dart_team_destroy(&id), "dart_team_destroy");
  Registry& registry = Registry::instance();
  const std::lock_guard guard(registry.mutex);
  registry.remove(this);
  if (parent_ != nullptr && parent_->child_ == this) parent_->child_ = nullptr;
  retire();
}

dart_team_t Team::id_of_self()
{
  Registry& registry = Registry::instance();
  if (registry.self != DART_TEAM_NULL || !is_initialized()) return registry.self;
  const std::lock_guard guard(registry.mutex);
  if (registry.self == DART_TEAM_NULL) {
    dart_team_t id = DART_TEAM_NULL;
    CheckedCall().result(dart_team_create_alone(&id), "dart_team_create_alone");
    registry.self = id;
  }
  return registry.self;
}

bool Team::is_member(global_unit_t unit) const
{
  return relative_id(unit).id >= 0;
}

Team& Team::sub(size_t level) noexcept
{
  Team* team = this;
  for (; level > 0 && team->child_ != nullptr; --level) team = team->child_;
  return *team;
}

Team& Team::bottom() noexcept
{
  Team* team = this;
  while (team->child_ != nullptr) team = team->child_;
  return *team;
}

void Team::barrier() const
{
  if (is_null() || dart_id_ == self_id) return;
  require_initialized("Team::barrier");
  const detail::CurrentCall call("dash::Team::barrier");
  CheckedCall().result(dart_barrier(dart_id_), "dart_barrier");
}

team_unit_t Team::relative_id(global_unit_t unit) const
{
  if (is_null()) return UNDEFINED_TEAM_UNIT_ID;
  if (is_all()) {
    const bool is_unit = unit.id >= 0 && static_cast<size_t>(unit.id) < size();
    return is_unit ? team_unit_t(unit) : UNDEFINED_TEAM_UNIT_ID;
  }
  if (dart_id_ == self_id) return unit == GlobalUnitID() ? myid_ : UNDEFINED_TEAM_UNIT_ID;
  dart_team_unit_t result;
  return dart_team_unit_g2l(dart_id_, unit, &result) == DART_OK ? team_unit_t(result)
                                                                : UNDEFINED_TEAM_UNIT_ID;
}

global_unit_t Team::global_id(team_unit_t unit) const
{
  if (unit.id < 0 || static_cast<size_t>(unit.id) >= size()) {
    DASH_THROW(exception::InvalidArgument, "Team::global_id: no unit " << unit << " in " << *this);
  }
  if (is_all()) return global_unit_t(unit);
  if (dart_id_ == self_id) return GlobalUnitID();
  dart_global_unit_t result;
  CheckedCall().result(dart_team_unit_l2g(dart_id_, unit, &result), "dart_team_unit_l2g");
  return result;
}

void Team::register_deallocator(void* object, std::function<void()> deallocator)
{
  deallocators_.push_back({object, std::move(deallocator)});
}

void Team::unregister_deallocator(void* object, const std::function<void()>&) noexcept
{
  // The search begins at the end, because containers are mostly destroyed in reverse order of
  // construction.
  const auto it = std::find_if(
      deallocators_.rbegin(), deallocators_.rend(),
      [object](const Deallocator& entry) { return entry.object == object; });
  if (it != deallocators_.rend()) deallocators_.erase(std::next(it).base());
}

void Team::free()
{
  while (!deallocators_.empty()) {
    // The entry is removed first, because a container unregisters itself while it deallocates.
    const Deallocator last = std::move(deallocators_.back());
    deallocators_.pop_back();
    last.run();
  }
}

void Team::require_initialized(const char* function) const
{
  if (!is_null() && size_ == 0) {
    DASH_THROW(exception::RuntimeError, "dash::init must be called before " << function);
  }
}

/// Whether Get() has made the team.
bool Team::is_of_c_interface() const noexcept
{
  return parent_ == nullptr && !is_all();
}

/// \return whether the team exists
bool Team::query_dart_again()
{
  const detail::FailureReasons reasons;
  dart_team_unit_t myid;
  const bool exists =
      dart_team_myid(dart_id_, &myid) == DART_OK && dart_team_size(dart_id_, &size_) == DART_OK;
  if (exists) myid_ = myid;
  reasons.take();
  return exists;
}

void Team::query_dart()
{
  dart_team_unit_t myid;
  CheckedCall().result(dart_team_myid(dart_id_, &myid), "dart_team_myid");
  CheckedCall().result(dart_team_size(dart_id_, &size_), "dart_team_size");
  myid_ = myid;
}

void Team::retire() noexcept
{
  dart_id_ = DART_TEAM_NULL;
  myid_ = UNDEFINED_TEAM_UNIT_ID;
  size_ = 0;
  parent_ = nullptr;
  child_ = nullptr;
  position_ = 0;
  num_siblings_ = 0;
  deallocators_.clear();
}

std::ostream& operator<<(std::ostream& os, const Team& team)
{
  os << "dash::Team(" << team.dart_id();
  if (team.is_null()) return os << ": null)";
  if (!is_initialized()) return os << ": not initialised)";
  return os << ": unit " << team.myid() << " of " << team.size() << ')';
}

}  // namespace dash
