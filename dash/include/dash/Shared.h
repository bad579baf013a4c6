#pragma once

/// \file
/// dash::Shared, one value that all units of a team access.

#include <dash/Atomic.h>
#include <dash/Exception.h>
#include <dash/GlobRef.h>
#include <dash/Init.h>
#include <dash/Team.h>
#include <dash/Types.h>
#include <dash/detail/base/CurrentCall.h>
#include <dash/detail/base/TypeInfoOf.h>
#include <dash/detail/memory/GlobalMemory.h>
#include <dash/detail/memory/ValueAgreement.h>
#include <dash/memory/ElementAddress.h>
#include <dash/memory/GlobStaticMem.h>
#include <dash/memory/HostSpace.h>

#include <new>
#include <typeinfo>
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
      : memory_(team),
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

  Shared(Shared&&) = default;
  Shared& operator=(Shared&&) = default;
  ~Shared() = default;

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
    if (!is_allocated() || team().myid() != owner_) return nullptr;
    return reinterpret_cast<value_type*>(memory_->local_base());
  }

  team_unit_t owner() const noexcept { return owner_; }
  Team& team() const noexcept { return memory_.team(); }

  /// Completes the calling unit's operations on the value.
  void flush() const { memory_->flush(); }
  /// Completes the calling unit's operations on the value, then waits for all units. Collective.
  void barrier() const
  {
    flush();
    team().barrier();
  }

  /// Global pointer to the value; null if it is not allocated.
  dart_gptr_t dart_gptr() const { return memory_->gptr(owner_); }

 private:
  bool is_allocated() const noexcept { return memory_.is_allocated(); }

  void allocate()
  {
    if (dash::is_initialized() &&
        (owner_.id < 0 || static_cast<std::size_t>(owner_.id) >= team().size())) {
      DASH_THROW(
          dash::exception::InvalidArgument, "Shared: owner " << owner_ << " is not one of the "
                                                             << team().size()
                                                             << " units of the team");
    }
    const bool is_owner = dash::is_initialized() && team().myid() == owner_;
    const detail::ValueAgreement agreement("dash::Shared", detail::type_info_of<T>(), owner_);
    memory_.allocate(team(), "dash::Shared", is_owner ? sizeof(T) : 0, agreement.get());
  }

  void store_initial(const value_type& value)
  {
    const detail::CurrentCall call("dash::Shared");
    if (team().myid() == owner_) ::new (memory_->local_base()) T(value);
    team().barrier();
  }

  template <class Reference, class Element>
  Reference access() const
  {
    if (!is_allocated()) {
      DASH_THROW(
          dash::exception::RuntimeError,
          "Shared: there is no value: it was moved from, Team::free or dash::finalize has freed "
          "it, "
          "or init was not called after dash::init");
    }
    if (auto* const value = memory_->mapped_base(owner_)) [[likely]] {
      return Reference(reinterpret_cast<Element*>(value));
    }
    return Reference(ElementAddress<Element>::unmapped(memory_->gptr(owner_)));
  }

  detail::GlobalMemory<HostSpace> memory_;
  team_unit_t owner_;
};

/// Exchanges which of the values the objects refer to. Collective.
template <class T>
void swap(Shared<T>& lhs, Shared<T>& rhs)
{
  std::swap(lhs, rhs);
}

}  // namespace dash
