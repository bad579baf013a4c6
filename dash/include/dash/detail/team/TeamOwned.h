#pragma once

/// \file
/// The owner of a resource that the units of a team allocate together.

#include <dash/Init.h>
#include <dash/Team.h>
#include <dash/detail/base/CurrentCall.h>
#include <dash/detail/team/RequireTeam.h>
#include <dash/detail/team/Unwinding.h>

#include <exception>
#include <functional>
#include <utility>

namespace dash::detail {

/// Owns a resource, such as memory or a lock, that the units of a team allocate together. The
/// resource is freed once: by \c deallocate, by the destructor, by \c Team::free or by
/// dash::finalize, whichever comes first. Afterwards the owner is empty, and may allocate again.
///
/// \c allocate, \c deallocate, \c barrier, move assignment and destruction are collective over the
/// team; all other functions are local. If an exception destroys the owner on this unit alone, the
/// others do not come: then the destructor leaves the resource to the runtime, and the unit
/// abandons the run (Unwinding.h).
///
/// \tparam Resource  a class that is empty when it is constructed and after it was moved, and whose
///   destructor does nothing that other units take part in. Its members are \c is_allocated();
///   \c flush(), which completes the calling unit's operations on the resource; and
///   \c deallocate(), which is called when no unit uses the resource any more: it frees the calling
///   unit's part if DASH is running, and leaves the resource empty.
template <class Resource>
class TeamOwned {
 public:
  /// An empty owner. Local call, also before dash::init.
  /// \param team     the result of \c team until something is allocated
  /// \param gone     called after the resource was freed, but not by the destructor
  /// \param nothing  an empty resource
  explicit TeamOwned(Team& team, std::function<void()> gone = {}, Resource nothing = Resource())
      : team_(&team),
        gone_(std::move(gone)),
        resource_(std::move(nothing))
  {}

  /// Moves are not noexcept: they allocate for the registration, and assignment waits for others.
  TeamOwned(TeamOwned&& other) noexcept(false) : TeamOwned(std::move(other), {}) {}
  /// Takes over the resource of \c other, which is empty afterwards. \c gone stays with its owner.
  TeamOwned(TeamOwned&& other, std::function<void()> gone)
      : team_(other.team_),
        user_(other.user_),
        gone_(std::move(gone)),
        resource_(std::move(other.resource_))
  {
    if (is_allocated()) register_instead_of(other);
  }
  /// Frees the own resource, then takes over that of \c other.
  TeamOwned& operator=(TeamOwned&& other) noexcept(false)
  {
    if (this == &other) return *this;
    deallocate();
    team_ = other.team_;
    user_ = other.user_;
    Resource taken(std::move(other.resource_));  // unlike assignment, it leaves other empty
    resource_ = std::move(taken);
    if (is_allocated()) register_instead_of(other);
    return *this;
  }
  ~TeamOwned()
  {
    const bool is_shared = is_allocated() && dash::is_initialized();
    if (is_shared && is_unwound_alone(exceptions_, *team_) && abandon(*team_)) {
      team_->unregister_deallocator(this);
    } else {
      release();
    }
  }

  /// Frees the resource if there is one, then takes over the one that \c make() returns.
  /// \param user  the name of the container, such as "dash::Array", for messages: a text that stays
  /// \throws exception::RuntimeError    before dash::init
  /// \throws exception::InvalidArgument for the null team
  template <class Make>
  void allocate(Team& team, const char* user, Make make)
  {
    const CurrentCall call(user);
    require_team(team, user);
    deallocate();
    team_ = &team;
    user_ = user;
    resource_ = make();
    register_deallocator();
  }

  /// Waits for all units, then frees the resource. Has no effect if nothing is allocated.
  void deallocate()
  {
    if (release() && gone_) gone_();
  }

  bool is_allocated() const noexcept { return resource_.is_allocated(); }

  /// Completes the calling unit's operations, then waits for all units. Has no effect if nothing is
  /// allocated.
  void barrier() const
  {
    if (!is_allocated()) return;
    resource_.flush();
    team_->barrier();
  }

  /// The team that allocated last; before that, the team that the owner was constructed with.
  Team& team() const noexcept { return *team_; }

  Resource& operator*() noexcept { return resource_; }
  const Resource& operator*() const noexcept { return resource_; }
  Resource* operator->() noexcept { return &resource_; }
  const Resource* operator->() const noexcept { return &resource_; }

 private:
  /// Waits for all units and frees: no other function of the library frees what a team shares.
  /// \return whether there was a resource
  bool release()
  {
    if (!is_allocated()) return false;
    const CurrentCall call(user_);
    if (dash::is_initialized()) {
      team_->unregister_deallocator(this);
      barrier();
    }
    resource_.deallocate();
    return true;
  }

  void register_deallocator()
  {
    team_->register_deallocator(this, [this] { deallocate(); });
  }

  void register_instead_of(TeamOwned& other)
  {
    team_->unregister_deallocator(&other);
    register_deallocator();
  }

  Team* team_;
  const char* user_ = nullptr;  ///< set when something is allocated
  std::function<void()> gone_;
  Resource resource_;
  int exceptions_ = std::uncaught_exceptions();
};

}  // namespace dash::detail
