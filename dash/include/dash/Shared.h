#ifndef DASH__SHARED_H__INCLUDED
#define DASH__SHARED_H__INCLUDED

#include <dash/Atomic.h>
#include <dash/Exception.h>
#include <dash/GlobRef.h>
#include <dash/Init.h>
#include <dash/Team.h>
#include <dash/Types.h>
#include <dash/memory/GlobStaticMem.h>

#include <new>
#include <utility>

namespace dash {

/**
 * One value that lives at an owner unit and that all units of a team access.
 *
 * Access through \c get and \c set is one-sided and blocking. Construction, \c init, \c barrier,
 * move assignment and destruction are collective.
 */
template <class T>
class Shared {
 public:
  using element_type = T;
  using value_type = typename remove_atomic<T>::type;
  using size_type = dash::default_size_t;
  using difference_type = dash::default_index_t;
  using reference = GlobRef<T>;
  using const_reference = GlobRef<const T>;
  using memory_type = GlobStaticMem<HostSpace>;
  using pointer = GlobPtr<T, memory_type>;
  using const_pointer = GlobPtr<const T, memory_type>;

  /** Uninitialised value. Before dash::init nothing is allocated: call \c init later. */
  explicit Shared(team_unit_t owner = team_unit_t{0}, Team& team = Team::All())
    : _team(&team), _owner(owner)
  {
    if (dash::is_initialized()) allocate();
  }

  /** The owner's \c value; all units see it after construction. */
  explicit Shared(
      const value_type& value, team_unit_t owner = team_unit_t{0}, Team& team = Team::All())
    : Shared(owner, team)
  {
    if (is_allocated()) store_initial(value);
  }

  Shared(const Shared&) = delete;
  Shared& operator=(const Shared&) = delete;

  Shared(Shared&& other) : _team(other._team), _owner(other._owner) { take(other); }
  Shared& operator=(Shared&& other)
  {
    if (this == &other) return *this;
    deallocate();
    _team = other._team;
    _owner = other._owner;
    take(other);
    return *this;
  }
  ~Shared() { deallocate(); }

  /**
   * Allocates what was constructed before dash::init; the owner's \c value is seen by all.
   * Collective. \return false if the value is there already
   * \throws exception::RuntimeError before dash::init
   */
  bool init(value_type value = value_type{})
  {
    if (is_allocated()) return false;
    allocate();
    store_initial(value);
    return true;
  }

  void set(const value_type& value) { get() = value; }

  reference get() { return access<reference, T>(); }
  const_reference get() const { return access<const_reference, const T>(); }

  /** The owner's address of the value, nullptr at other units. */
  value_type* local()
  {
    if (!is_allocated() || _team->myid() != _owner) return nullptr;
    return reinterpret_cast<value_type*>(_memory.local_base());
  }

  team_unit_t owner() const noexcept { return _owner; }
  Team& team() const noexcept { return *_team; }

  /** Completes the own operations on the value. */
  void flush() const { _memory.flush(_memory.begin()); }
  /** Collective. */
  void barrier() const
  {
    flush();
    _team->barrier();
  }

  /** Null if not allocated. */
  dart_gptr_t dart_gptr() const { return _memory.gptr(_owner); }

  friend void swap(Shared& lhs, Shared& rhs) { std::swap(lhs, rhs); }

 private:
  bool is_allocated() const noexcept { return _memory.is_allocated(); }

  void allocate()
  {
    if (dash::is_initialized() &&
        (_owner.id < 0 || static_cast<std::size_t>(_owner.id) >= _team->size())) {
      DASH_THROW(
          dash::exception::InvalidArgument,
          "Shared: owner " << _owner << " is not one of the " << _team->size()
                           << " units of the team");
    }
    memory_type memory(*_team);
    memory.allocate(dash::is_initialized() && _team->myid() == _owner ? sizeof(T) : 0);
    _memory = std::move(memory);
    register_deallocator();
  }

  void store_initial(const value_type& value)
  {
    if (_team->myid() == _owner) ::new (_memory.local_base()) T(value);
    _team->barrier();
  }

  void register_deallocator()
  {
    _team->register_deallocator(this, [this] { deallocate(); });
  }

  void deallocate()
  {
    if (!is_allocated()) return;
    if (dash::is_initialized()) {
      _team->unregister_deallocator(this);
      barrier();
    }
    _memory.deallocate(_memory.begin(), 0);
  }

  void take(Shared& other)
  {
    if (!other.is_allocated()) return;
    other._team->unregister_deallocator(&other);
    _memory = std::move(other._memory);
    register_deallocator();
  }

  template <class Reference, class Element>
  Reference access() const
  {
    if (!is_allocated()) {
      DASH_THROW(
          dash::exception::RuntimeError,
          "Shared: access to a value that was not allocated; call init after dash::init");
    }
    if (auto* const value = _memory.mapped_base(_owner)) [[likely]] {
      return Reference(reinterpret_cast<Element*>(value));
    }
    return Reference(internal::ElementAddress<Element>::unmapped(_memory.gptr(_owner)));
  }

  Team* _team;
  team_unit_t _owner;
  memory_type _memory{Team::Null()};
};

}  // namespace dash

#endif  // DASH__SHARED_H__INCLUDED
