#pragma once

/// \file
/// Teams: ordered sets of units that communicate.

#include <dash/Types.h>
#include <dash/detail/base/Macro.h>

#include <dash/dart/if/dart.h>

#include <cstddef>
#include <functional>
#include <initializer_list>
#include <iosfwd>
#include <iterator>
#include <limits>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

namespace dash {

/// An ordered set of units with ids 0, 1, … relative to it. All() contains all units; split(),
/// locality_split() and select() create smaller teams, as child teams.
///
/// A team can be split any number of times; sub() is the child that was created last. Child teams
/// exist until destroy() or dash::finalize; afterwards they behave like Null().
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
  /// The team that consists of the calling unit only; ranges of its own elements use it. The unit
  /// may make containers on it that the others do not know of: what is collective over this team is
  /// local.
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

  /// A colour of no team, for split(int, int).
  static constexpr int no_color = (std::numeric_limits<int>::min)();

  /// Splits the team into one team for each colour that units pass. In it the units are ordered by
  /// their keys, and those with equal keys by their ids in this team. Collective: each unit passes
  /// its own colour and key.
  ///
  /// position() tells how many of the colours that were passed are less than the caller's.
  ///
  /// \param color  any number; units that pass \c no_color get no team
  /// \param key    any number
  /// \return the child team of the caller's colour; Null() for \c no_color, and if this team is
  /// null
  /// \throws exception::RuntimeError if there is no memory for another team
  Team& split(int color, int key);

  /// Makes a team of some units of this team, with ids in the order of the list. Collective: the
  /// units in the list pass the same list. Others pass an empty list, the same one, or a list of
  /// their own that has no units in common with it, which gives one team for each list.
  ///
  /// \param units  ids in this team
  /// \return the child team; Null() at units that are in no list
  /// \throws exception::InvalidArgument on all units for units that are not in this team or are in
  /// a
  ///   list twice, and for lists that do not fit together
  /// \throws exception::RuntimeError if there is no memory for another team
  Team& select(std::span<const team_unit_t> units);
  Team& select(std::initializer_list<team_unit_t> units)
  {
    return select(std::span(units.begin(), units.size()));
  }

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

  /// Ends a child team or one of the C interface, and its own child teams before it: frees the
  /// memory of containers on it, as free() does, and gives its id back. Then it behaves like
  /// Null(), and so does it if it was null. Collective.
  /// \throws exception::InvalidArgument for All() and Self(), which end with the run
  /// \throws exception::RuntimeError if a unit holds a mutex on the team
  void destroy();

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

  /// The team's id in the C interface. The id of Self() is DART_TEAM_NULL unless DASH is running.
  dart_team_t dart_id() const { return dart_id_ == self_id ? id_of_self() : dart_id_; }

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

  /// What Self() has in place of an id: its team of the runtime is made when it is needed.
  static constexpr dart_team_t self_id = DART_TEAM_NULL - 1;

  /// The null team.
  Team() noexcept = default;
  /// A root team (without parent) or the child of \c parent.
  Team(dart_team_t dart_id, Team* parent, size_t position, size_t num_siblings);

  void require_initialized(const char* function) const;
  static void replace_parent(const Team* old_parent, Team* new_parent) noexcept;
  static dart_team_t id_of_self();
  Team& make_child(std::span<const team_unit_t> units, size_t position, size_t num_siblings);
  bool is_below(const Team& other) const noexcept;
  void destroy_childless();
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
