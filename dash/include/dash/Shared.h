#pragma once

/// \file
/// dash::Shared, one value that all units of a team access.

#include <dash/Atomic.h>
#include <dash/Exception.h>
#include <dash/GlobRef.h>
#include <dash/Init.h>
#include <dash/Team.h>
#include <dash/Types.h>
#include <dash/detail/memory/ElementAddress.h>
#include <dash/memory/GlobStaticMem.h>

#include <new>
#include <utility>

namespace dash {

/// One value at an owner unit that all units of a team can access.
///
/// Access through \c get and \c set is one-sided and blocking. Construction, \c init, \c barrier,
/// move assignment and destruction are collective.
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

  /// The value is not initialised. Before dash::init this allocates nothing: call \c init later.
  explicit Shared(team_unit_t owner = team_unit_t{0}, Team& team = Team::All())
      : team_(&team),
        owner_(owner)
  {
    if (dash::is_initialized()) allocate();
  }

  /// Initialises the value with the owner's \c value; all units see it after construction.
  /// Collective.
  explicit Shared(
      const value_type& value, team_unit_t owner = team_unit_t{0}, Team& team = Team::All())
      : Shared(owner, team)
  {
    if (is_allocated()) store_initial(value);
  }

  Shared(const Shared&) = delete;
  Shared& operator=(const Shared&) = delete;

  Shared(Shared&& other) : team_(other.team_), owner_(other.owner_) { take(other); }
  Shared& operator=(Shared&& other)
  {
    if (this == &other) return *this;
    deallocate();
    team_ = other.team_;
    owner_ = other.owner_;
    take(other);
    return *this;
  }
  ~Shared() { deallocate(); }

  /// Allocates a value that was constructed before dash::init, and initialises it with the owner's
  /// \c value. Collective. \return false if the value is allocated already
  /// \throws exception::RuntimeError before dash::init
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

  /// The owner's native address of the value; nullptr on other units.
  value_type* local()
  {
    if (!is_allocated() || team_->myid() != owner_) return nullptr;
    return reinterpret_cast<value_type*>(memory_.local_base());
  }

  team_unit_t owner() const noexcept { return owner_; }
  Team& team() const noexcept { return *team_; }

  /// Completes the calling unit's operations on the value.
  void flush() const { memory_.flush(memory_.begin()); }
  /// Completes the calling unit's operations on the value, then waits for all units. Collective.
  void barrier() const
  {
    flush();
    team_->barrier();
  }

  /// Global pointer to the value; null if it is not allocated.
  dart_gptr_t dart_gptr() const { return memory_.gptr(owner_); }

  friend void swap(Shared& lhs, Shared& rhs) { std::swap(lhs, rhs); }

 private:
  bool is_allocated() const noexcept { return memory_.is_allocated(); }

  void allocate()
  {
    if (dash::is_initialized() &&
        (owner_.id < 0 || static_cast<std::size_t>(owner_.id) >= team_->size())) {
      DASH_THROW(
          dash::exception::InvalidArgument, "Shared: owner " << owner_ << " is not one of the "
                                                             << team_->size()
                                                             << " units of the team");
    }
    memory_type memory(*team_);
    memory.allocate(dash::is_initialized() && team_->myid() == owner_ ? sizeof(T) : 0);
    memory_ = std::move(memory);
    register_deallocator();
  }

  void store_initial(const value_type& value)
  {
    if (team_->myid() == owner_) ::new (memory_.local_base()) T(value);
    team_->barrier();
  }

  void register_deallocator()
  {
    team_->register_deallocator(this, [this] { deallocate(); });
  }

  void deallocate()
  {
    if (!is_allocated()) return;
    if (dash::is_initialized()) {
      team_->unregister_deallocator(this);
      barrier();
    }
    memory_.deallocate(memory_.begin(), 0);
  }

  void take(Shared& other)
  {
    if (!other.is_allocated()) return;
    other.team_->unregister_deallocator(&other);
    memory_ = std::move(other.memory_);
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
    if (auto* const value = memory_.mapped_base(owner_)) [[likely]] {
      return Reference(reinterpret_cast<Element*>(value));
    }
    return Reference(detail::ElementAddress<Element>::unmapped(memory_.gptr(owner_)));
  }

  Team* team_;
  team_unit_t owner_;
  memory_type memory_{Team::Null()};
};

}  // namespace dash
