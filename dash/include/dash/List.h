#pragma once

/// \file
/// dash::List, a sequence to which each unit adds its own elements.

#include <dash/Exception.h>
#include <dash/GlobRef.h>
#include <dash/Init.h>
#include <dash/Team.h>
#include <dash/Types.h>
#include <dash/detail/base/CurrentCall.h>
#include <dash/detail/base/TypeInfoOf.h>
#include <dash/detail/list/ListNode.h>
#include <dash/detail/memory/CallAgreement.h>
#include <dash/detail/memory/Granule.h>
#include <dash/detail/team/Combine.h>
#include <dash/detail/team/RequireTeam.h>
#include <dash/list/LocalListRef.h>
#include <dash/memory/GlobHeapMem.h>
#include <dash/memory/GlobHeapPtr.h>
#include <dash/memory/HostSpace.h>

#include <cstddef>
#include <exception>
#include <iterator>
#include <type_traits>
#include <utility>
#include <vector>

namespace dash {

/// Sequence that grows on each unit of a team: the elements of unit 0, then those of unit 1, and so
/// on.
///
/// A unit changes its own part at any time, through \c local, and sees that immediately; other
/// units see it after \c barrier. Functions that change the sequence as a whole — \c push_back,
/// \c push_front, \c pop_back, \c pop_front, \c insert and \c erase of the list itself — are
/// collective: all units call them with the same arguments, the owner of the position changes its
/// part, and all units see this change and all earlier ones on return.
///
/// Any unit can assign elements through iterators. Constructors (while DASH is running),
/// \c allocate, \c deallocate, \c barrier, move assignment and destruction are collective, too; all
/// other functions are local. When the list is moved, iterators become invalid.
template <class T, class LocalMem = HostSpace>
class List {
  static_assert(
      is_container_compatible<T>::value,
      "elements of dash::List are copied between processes as bytes: the type must be trivially "
      "copyable and of standard layout, or std::pair or std::tuple of such types");

 public:
  using value_type = T;
  using node_type = ListNode<T>;
  using size_type = dash::default_size_t;
  using index_type = dash::default_index_t;
  using difference_type = index_type;
  using memory_type = GlobHeapMem<node_type, LocalMem>;

  using reference = GlobRef<T>;
  using const_reference = GlobRef<const T>;
  using iterator = GlobHeapPtr<node_type, List>;
  using const_iterator = GlobHeapPtr<const node_type, List>;
  using reverse_iterator = std::reverse_iterator<iterator>;
  using const_reverse_iterator = std::reverse_iterator<const_iterator>;
  using local_iterator = GlobHeapLocalPtr<node_type, memory_type>;
  using const_local_iterator = GlobHeapLocalPtr<const node_type, memory_type>;
  using pointer = iterator;
  using const_pointer = const_iterator;
  using local_pointer = local_iterator;
  using const_local_pointer = const_local_iterator;
  using local_type = LocalListRef<List>;

  /// The calling unit's elements.
  local_type local{this};

  /// Before dash::init this allocates nothing: call \c allocate later.
  explicit List(Team& team) : List(0, team) {}
  /// \param nelem  number of elements on all units together for which memory is reserved
  explicit List(size_type nelem = 0, Team& team = Team::All())
      : List(nelem, detail::Granule::default_size<node_type>(), team)
  {}
  /// \param nlbuf  number of elements by which the capacity of the calling unit grows; may differ
  ///   between units
  List(size_type nelem, size_type nlbuf, Team& team = Team::All())
      : memory_(memory_type::unallocated(team)),
        granule_(nlbuf)
  {
    if (dash::is_initialized()) allocate(nelem, team);
  }

  List(const List&) = delete;
  List& operator=(const List&) = delete;

  List(List&& other)
      : memory_(std::move(other.memory_)),
        granule_(other.granule_),
        sizes_(std::move(other.sizes_))
  {}
  List& operator=(List&& other)
  {
    if (this == &other) return *this;
    memory_ = std::move(other.memory_);
    granule_ = other.granule_;
    sizes_ = std::move(other.sizes_);
    return *this;
  }
  ~List() = default;

  /// Allocates an empty list, after freeing what was allocated before. Collective; synchronises at
  /// its end.
  /// \throws exception::RuntimeError    before dash::init
  /// \throws exception::InvalidArgument for the null team, and on all units if they do not agree in
  ///   the type and number of elements
  void allocate(size_type nelem = 0, Team& team = Team::All())
  {
    const detail::CurrentCall call("dash::List");
    detail::require_team(team, "dash::List");
    const auto agreement =
        detail::growing_agreement("dash::List", detail::type_info_of<T>(), nelem);
    memory_.allocate(granule_.first_capacity(nelem, team.size()), team, agreement.get());
    sizes_.assign(team.size(), 0);
  }

  /// Waits for all units, then frees the memory. Collective. Has no effect if nothing is allocated.
  void deallocate() { memory_.deallocate(); }

  /// Makes the changes of all units known to all. Collective. Has no effect if nothing is
  /// allocated.
  void barrier()
  {
    if (!memory_.is_allocated()) return;
    const detail::CurrentCall call("dash::List::barrier");
    memory_.commit();
    sizes_ = detail::gather_from_all(team(), lsize());
  }

  /* ---- the whole sequence: collective ----------------------------------------------------- */

  /// Appends an element to the part of the last unit. Collective.
  void push_back(const value_type& value)
  {
    const detail::CurrentCall call("dash::List::push_back");
    change_at(last_unit(), [&] { local.push_back(value); });
  }
  /// Inserts an element in front of the part of the first unit. Collective.
  void push_front(const value_type& value)
  {
    const detail::CurrentCall call("dash::List::push_front");
    change_at(team_unit_t{0}, [&] { local.push_front(value); });
  }
  /// Remove the last, or the first, element of the list. Collective. \throws exception::OutOfRange
  /// if there are no elements
  void pop_back()
  {
    const detail::CurrentCall call("dash::List::pop_back");
    barrier();
    erase(end() - 1);
  }
  void pop_front()
  {
    const detail::CurrentCall call("dash::List::pop_front");
    barrier();
    erase(begin());
  }

  /// Inserts an element in front of \c position, into the part of its owner; at the end, into that
  /// of the last unit. Collective.
  /// \return iterator to the new element
  /// \throws exception::OutOfRange       for positions outside of the list
  /// \throws exception::InvalidArgument  on all units if they give different positions: after local
  ///   changes, positions are the same on all units only after a \c barrier
  iterator insert(const_iterator position, const value_type& value)
  {
    const detail::CurrentCall call("dash::List::insert");
    const Place place = agreed_place(position);
    if (!place.has_element && position != constant().end()) check_position(position.pos());
    change_at(place.unit, [&] { local.insert(constant().lbegin() + place.index, value); });
    return iterator_at(place);
  }
  /// Removes an element. Collective.
  /// \return iterator to the next one
  /// \throws exception::OutOfRange       if there is no element at the position
  /// \throws exception::InvalidArgument  in the same case as \c insert
  iterator erase(const_iterator position)
  {
    const detail::CurrentCall call("dash::List::erase");
    const Place place = agreed_place(position);
    if (!place.has_element) check_position(position.pos());
    change_at(place.unit, [&] { local.erase(constant().lbegin() + place.index); });
    return iterator_at(place);
  }

  /* ---- elements --------------------------------------------------------------------------- */

  /// The first and the last known element. \throws exception::OutOfRange if there are no elements
  reference front() { return value_at(0); }
  reference back() { return value_at(static_cast<index_type>(size()) - 1); }

  /// Iterators over nodes, unit by unit.
  iterator begin() noexcept { return iterator(this, 0); }
  iterator end() noexcept { return iterator(this, static_cast<index_type>(size())); }
  const_iterator begin() const noexcept { return const_iterator(this, 0); }
  const_iterator end() const noexcept
  {
    return const_iterator(this, static_cast<index_type>(size()));
  }

  local_iterator lbegin() { return local_iterator(&memory(), 0); }
  local_iterator lend() { return local_iterator(&memory(), static_cast<index_type>(lsize())); }
  const_local_iterator lbegin() const { return const_local_iterator(&memory(), 0); }
  const_local_iterator lend() const
  {
    return const_local_iterator(&memory(), static_cast<index_type>(lsize()));
  }

  /* ---- sizes ------------------------------------------------------------------------------ */

  /// Number of elements: those of other units as of the last barrier, and the unit's own ones now.
  size_type size() const noexcept
  {
    if (!memory_.is_allocated()) return 0;
    size_type sum = 0;
    for (const auto size : sizes_) sum += size;
    return sum;
  }
  size_type local_size(team_unit_t unit) const { return sizes_[static_cast<std::size_t>(unit.id)]; }
  size_type lsize() const noexcept { return memory_.is_allocated() ? sizes_[my_index()] : 0; }
  bool empty() const noexcept { return size() == 0; }
  /// Number of elements for which memory is allocated, with the same restriction as \c size.
  size_type capacity() const noexcept { return memory_.size(); }
  size_type lcapacity() const noexcept { return memory_.local_size(); }

  Team& team() const noexcept { return memory_.team(); }
  /// \throws exception::RuntimeError if nothing is allocated
  const memory_type& globmem() const { return memory(); }

 private:
  friend local_type;
  template <class, class>
  friend struct detail::HeapElements;

  /// The memory of a unit, including memory behind its elements.
  const auto& buckets(team_unit_t unit) const { return memory().buckets(unit); }

  /// A position in a form that is the same on all units.
  struct Place {
    team_unit_t unit;
    index_type index;
    bool has_element;

    friend bool operator==(const Place&, const Place&) = default;
  };

  const List& constant() const noexcept { return *this; }
  std::size_t my_index() const { return static_cast<std::size_t>(team().myid().id); }
  team_unit_t last_unit() const { return team_unit_t{static_cast<dart_unit_t>(team().size()) - 1}; }

  memory_type& memory()
  {
    require_allocated();
    return memory_;
  }
  const memory_type& memory() const
  {
    require_allocated();
    return memory_;
  }
  void require_allocated() const
  {
    if (memory_.is_allocated()) [[likely]]
      return;
    DASH_THROW(
        dash::exception::RuntimeError,
        "List: access to a list that was not allocated; call allocate after dash::init");
  }

  /// Appends a node. Nodes stay where they are, so links to neighbours stay valid.
  void append(const value_type& value)
  {
    if (lsize() == lcapacity()) memory().grow(granule_.size());
    node_type* const previous = lsize() > 0 ? &*(lend() - 1) : nullptr;
    node_type& node = *lend();
    node = {value, previous, nullptr};
    if (previous != nullptr) previous->lnext = &node;
    ++sizes_[my_index()];
  }
  void remove_last()
  {
    --sizes_[my_index()];
    if (lsize() > 0) (lend() - 1)->lnext = nullptr;
  }

  /// Applies the change of one unit and makes it known to all; in case of an error, all units
  /// throw.
  template <class Change>
  void change_at(team_unit_t unit, Change change)
  {
    require_allocated();
    std::exception_ptr error;
    try {
      if (team().myid() == unit) change();
    } catch (...) {
      error = std::current_exception();
    }
    barrier();
    if (!detail::any_unit(team(), error != nullptr)) return;
    if (error != nullptr) std::rethrow_exception(error);
    DASH_THROW(
        dash::exception::RuntimeError,
        "List: unit " << unit << " could not change its part; its message names the cause");
  }

  Place agreed_place(const const_iterator& position) const
  {
    require_allocated();
    const auto [unit, index] = position.lpos();
    const Place mine{unit, index, position.pos() >= 0 && position < end()};
    for (const Place& other : detail::gather_from_all(team(), mine)) {
      if (other == mine) continue;
      DASH_THROW(
          dash::exception::InvalidArgument,
          "List: units name different places; call barrier after local changes, then look for "
          "the position");
    }
    return mine;
  }

  iterator iterator_at(const Place& place)
  {
    index_type pos = place.index;
    for (team_unit_t before{0}; before < place.unit; ++before) {
      pos += static_cast<index_type>(local_size(before));
    }
    return iterator(this, pos);
  }

  void check_position(index_type pos) const
  {
    if (pos < 0 || pos >= static_cast<index_type>(size())) {
      DASH_THROW(
          dash::exception::OutOfRange,
          "List: position " << pos << " in a list of " << size() << " elements");
    }
  }
  reference value_at(index_type pos)
  {
    check_position(pos);
    return (*iterator(this, pos)).member(&node_type::value);
  }

  /// memory whose elements are nodes, of which the list may use only some
  memory_type memory_;
  detail::Granule granule_;
  /// Number of elements of each unit; that of the calling unit is current, the others are as of the
  /// last barrier.
  std::vector<size_type> sizes_;
};

}  // namespace dash
