#pragma once

/// \file
/// Teams: ordered sets of units that communicate.

#include <dash/Types.h>
#include <dash/detail/base/Macro.h>

#include <dash/dart/if/dart.h>

#include <cstddef>
#include <functional>
#include <iosfwd>
#include <iterator>
#include <type_traits>
#include <utility>
#include <vector>

namespace dash {

/// A set of units with ids 0, 1, … relative to it. All() contains all units; split() creates
/// smaller teams.
///
/// A split creates a child team; a team can be split several times, and its child is the one that
/// was created last. Child teams exist until dash::finalize; afterwards they behave like Null().
///
/// Get() makes teams of any units: of groups of the C interface.
///
/// Queries are local. All units of the team have to call collective functions.
class DASH_API Team {
 public:
  /// Iterator over the ids of a team's units as int.
  struct iterator {
    using iterator_category = std::random_access_iterator_tag;
    using value_type = int;
    using difference_type = int;
    using pointer = const int*;
    using reference = int;

    int id = 0;

    constexpr int operator*() const noexcept { return id; }
    constexpr int operator[](int n) const noexcept { return id + n; }
    constexpr iterator& operator++() noexcept { return *this += 1; }
    constexpr iterator& operator--() noexcept { return *this -= 1; }
    constexpr iterator operator++(int) noexcept { return {std::exchange(id, id + 1)}; }
    constexpr iterator operator--(int) noexcept { return {std::exchange(id, id - 1)}; }
    constexpr iterator& operator+=(int n) noexcept
    {
      id += n;
      return *this;
    }
    constexpr iterator& operator-=(int n) noexcept { return *this += -n; }
    friend constexpr iterator operator+(iterator it, int n) noexcept { return it += n; }
    friend constexpr iterator operator+(int n, iterator it) noexcept { return it += n; }
    friend constexpr iterator operator-(iterator it, int n) noexcept { return it -= n; }
    friend constexpr int operator-(iterator a, iterator b) noexcept { return a.id - b.id; }
    friend constexpr auto operator<=>(iterator a, iterator b) noexcept { return a.id <=> b.id; }
    friend constexpr bool operator==(iterator a, iterator b) noexcept { return a.id == b.id; }
  };

  /// The moved-from team becomes the null team.
  Team(Team&& other) noexcept;
  Team& operator=(Team&& other) noexcept;
  ~Team();

  /// The team of all units. Before dash::init it can be referred to, but not used.
  static Team& All() noexcept;
  /// The team without units.
  static Team& Null() noexcept;
  /// The team that consists of the calling unit only; ranges of its own elements use it. Containers
  /// cannot.
  static Team& Self() noexcept;
  /// The team with a DART id; Null() if the calling unit is in no such team. A team that the C
  /// interface has created (dart_team_create) has no parent; it can be used for containers until
  /// dart_team_destroy. Local call.
  static Team& Get(dart_team_t team_id);

  /// The caller's id among all units; undefined (-1) before dash::init.
  static global_unit_t GlobalUnitID() noexcept;

  /// Called by dash::init: initialises All().
  static void initialize();
  /// Called by dash::finalize: frees and retires all teams, children before parents. Collective.
  static void finalize();

  /// Splits the team into \c num_parts groups of consecutive units; all groups but the last ones
  /// have ceil(size / num_parts) units. Children of earlier splits can still be used. Collective.
  ///
  /// \return the child team that contains the caller; Null() if this team has less than two units
  /// \throws exception::InvalidArgument for 0 parts
  Team& split(unsigned num_parts);

  /// Splits the team into groups of units that share a locality domain of the given scope; domains
  /// are merged evenly if there are more than \c num_parts. Collective. Returns and throws like
  /// split().
  Team& locality_split(dart_locality_scope_t scope, unsigned num_parts);

  /// Overload for scopes of util::Locality, whose values are those of DART.
  template <class Scope>
    requires(std::is_enum_v<Scope> && !std::is_same_v<Scope, dart_locality_scope_t>)
  Team& locality_split(Scope scope, unsigned num_parts)
  {
    return locality_split(static_cast<dart_locality_scope_t>(scope), num_parts);
  }

  bool operator==(const Team& other) const noexcept { return dart_id_ == other.dart_id_; }

  bool is_all() const noexcept { return dart_id_ == DART_TEAM_ALL; }
  bool is_null() const noexcept { return dart_id_ == DART_TEAM_NULL; }
  /// Whether the team is not split.
  bool is_leaf() const noexcept { return child_ == nullptr; }
  /// Whether the team is not the result of a split.
  bool is_root() const noexcept { return parent_ == nullptr; }
  bool is_member(global_unit_t unit) const;

  /// The team from which this one was split off; Null() if there is none.
  Team& parent() noexcept { return parent_ != nullptr ? *parent_ : Null(); }
  /// The descendant \c level splits below; the last descendant if there are fewer.
  Team& sub(size_t level = 1) noexcept;
  /// The last descendant.
  Team& bottom() noexcept;

  /// Waits until all units of the team have called this. Has no effect for Null(). Collective.
  void barrier() const;

  /// The caller's id in the team; undefined (-1) if it is not a member.
  team_unit_t myid() const
  {
    if (myid_.id < 0) [[unlikely]]
      require_initialized("Team::myid");
    return myid_;
  }

  /// Number of units.
  size_t size() const
  {
    if (size_ == 0) [[unlikely]]
      require_initialized("Team::size");
    return size_;
  }

  /// Index of this team among its siblings, which are the parts created by the same split.
  size_t position() const noexcept { return position_; }
  /// Number of parts created by the split that created this team, including this one.
  size_t num_siblings() const noexcept { return num_siblings_; }

  dart_team_t dart_id() const noexcept { return dart_id_; }

  /// The same as position().
  size_t relative_id() const noexcept { return position_; }
  /// Id of a unit in this team; undefined (-1) for units that are not members.
  team_unit_t relative_id(global_unit_t unit) const;
  /// Id of a unit among all units. \throws exception::InvalidArgument if \c unit is not in the team
  global_unit_t global_id(team_unit_t unit) const;

  iterator begin() const noexcept { return {0}; }
  iterator end() const noexcept { return {static_cast<int>(size_)}; }

  /// Registers a function that frees the memory of \c object when the team is freed. Deallocation
  /// may be collective, so all units have to register in the same order.
  void register_deallocator(void* object, std::function<void()> deallocator);
  /// Removes the function registered for \c object, if there is one.
  void unregister_deallocator(void* object, const std::function<void()>& deallocator = {}) noexcept;
  /// Calls and removes the registered functions in reverse order of registration. Collective.
  void free();

 private:
  struct Deallocator {
    void* object;
    std::function<void()> run;
  };

  /// The null team.
  Team() noexcept = default;
  /// A root team (without parent) or the child of \c parent.
  Team(dart_team_t dart_id, Team* parent, size_t position, size_t num_siblings);

  void require_initialized(const char* function) const;
  static void replace_parent(const Team* old_parent, Team* new_parent) noexcept;
  Team& adopt(const std::vector<dart_group_t>& parts);
  bool is_of_c_interface() const noexcept;
  bool query_dart_again();
  void query_dart();
  void retire() noexcept;

  dart_team_t dart_id_ = DART_TEAM_NULL;
  team_unit_t myid_;
  size_t size_ = 0;
  Team* parent_ = nullptr;
  Team* child_ = nullptr;
  size_t position_ = 0;
  size_t num_siblings_ = 0;
  std::vector<Deallocator> deallocators_;
};

/// Prints "dash::Team(<DART id>: unit <id> of <size>)".
DASH_API std::ostream& operator<<(std::ostream& os, const Team& team);

}  // namespace dash
