#pragma once

/// \file
/// The common part of containers of distributed elements: a pattern, and memory on all units of a
/// team.

#include <dash/Exception.h>
#include <dash/Init.h>
#include <dash/Team.h>
#include <dash/Types.h>
#include <dash/detail/base/ByteSize.h>
#include <dash/detail/base/CurrentCall.h>
#include <dash/detail/memory/GlobalMemory.h>
#include <dash/detail/memory/PartTable.h>
#include <dash/detail/memory/PatternAgreement.h>
#include <dash/detail/team/RequireTeam.h>
#include <dash/memory/GlobStaticMem.h>

#include <memory>
#include <utility>

namespace dash {

/// Elements that are distributed over the units of a team by a pattern, and their memory: what
/// \c Array, \c Matrix and \c Coarray have in common, as their base.
///
/// The memory is freed by \c deallocate, by the destructor, by \c Team::free or by dash::finalize,
/// whichever comes first. Afterwards the container is like one that was constructed without a size,
/// and \c allocate gives it memory again. Constructors that allocate, \c allocate, \c deallocate,
/// \c barrier, move assignment and destruction are collective over the team.
///
/// \tparam Derived  the container, with \c name for messages and \c memory_changed(), which is
///   called after memory was allocated, freed or moved
/// \tparam LocalMemSpace  the memory that each unit's part lies in
template <class Derived, class T, class Pattern, class LocalMemSpace>
class DistributedContainer {
  static_assert(
      is_container_compatible<T>::value,
      "elements of containers are copied between processes as bytes: the type must be trivially "
      "copyable and of standard layout, or std::pair or std::tuple of such types");

 public:
  using pattern_type = Pattern;
  using memory_type = GlobStaticMem<LocalMemSpace>;

  DistributedContainer(const DistributedContainer&) = delete;
  DistributedContainer& operator=(const DistributedContainer&) = delete;

  /// The distribution of the elements. It has no elements if nothing is allocated.
  const pattern_type& pattern() const noexcept { return pattern_; }
  /// The team that allocated the memory. If nothing is allocated, the team that the container was
  /// constructed with.
  Team& team() const { return is_allocated() ? pattern_.team() : *team_; }
  /// The memory, with the addresses of the units' parts.
  const memory_type& globmem() const noexcept { return *memory_; }

  /// Completes the calling unit's operations on the container, then waits for all units.
  /// Collective. Without
  /// memory: no effect. Collective.
  void barrier() const { memory_.barrier(); }

  /// Completes the calling unit's operations on memory of all units, or of one unit, locally and
  /// remotely. Without memory: no
  /// effect. Local.
  void flush() const { memory_->flush(); }
  void flush(team_unit_t unit) const { memory_->flush(unit); }
  /// Completes the calling unit's operations locally.
  void flush_local() const { memory_->flush_local(); }
  void flush_local(team_unit_t unit) const { memory_->flush_local(unit); }

  /// Allocates memory, after freeing what was allocated before. Collective; synchronises at its
  /// end.
  /// \return true
  /// \throws exception::RuntimeError    before dash::init, or if there is not enough memory
  /// \throws exception::InvalidArgument for a pattern over more units than the team has, and for
  ///   the null team
  bool allocate(const Pattern& pattern)
  {
    return allocate_initialised(pattern, [] {});
  }

  /// Waits for all units, then frees the memory. Has no effect if nothing is allocated. Collective.
  void deallocate() { memory_.deallocate(); }

 protected:
  explicit DistributedContainer(Team& team)
      : team_(&team),
        pattern_(unallocated_pattern()),
        memory_(Team::Null(), [this] { forget_memory(); })
  {}

  /// Takes over the memory and pattern of \c other, which is empty afterwards. \c Derived calls its
  /// memory_changed() when it is complete.
  DistributedContainer(DistributedContainer&& other)
      : team_(other.team_),
        pattern_(other.pattern_),
        memory_(std::move(other.memory_), [this] { forget_memory(); }),
        parts_(std::move(other.parts_))
  {
    other.forget_memory();
  }
  /// Frees the own memory, then takes over that of \c other.
  DistributedContainer& operator=(DistributedContainer&& other)
  {
    if (this == &other) return *this;
    memory_ = std::move(other.memory_);
    team_ = other.team_;
    pattern_ = other.pattern_;
    parts_ = std::move(other.parts_);
    other.forget_memory();
    derived().memory_changed();
    return *this;
  }
  ~DistributedContainer() = default;

  bool is_allocated() const noexcept { return memory_.is_allocated(); }

  /// Allocates memory like \c allocate; \c initialise() initialises the unit's own part before
  /// units see each other's parts.
  template <class Initialise>
  bool allocate_initialised(Pattern pattern, Initialise initialise)
  {
    const detail::CurrentCall call(Derived::name);
    detail::note_elements<T>(static_cast<std::ptrdiff_t>(pattern.size()));
    require_initialized();
    Team& team = pattern.team();
    if (!team.is_null() && static_cast<std::size_t>(pattern.num_units()) > team.size()) {
      DASH_THROW(
          exception::InvalidArgument, "the pattern deals elements to "
                                          << pattern.num_units() << " units, but the team has "
                                          << team.size());
    }
    const detail::PatternAgreement<Derived, T, Pattern> agreement(Derived::name, pattern);
    memory_.allocate(
        team, Derived::name, detail::byte_size<T>(pattern.local_size()), agreement.get());
    pattern_ = std::move(pattern);
    derived().memory_changed();
    initialise();
    team.barrier();
    return true;
  }

  /// The team that allocations use: the container's own team if it has one, otherwise the requested
  /// one.
  Team& team_for(Team& team) const { return team_->is_null() ? team : *team_; }

  /// The team that the container was constructed with.
  Team& constructed_with() const noexcept { return *team_; }
  /// Makes \c team the team that the container was constructed with.
  void set_team(Team& team) noexcept { team_ = &team; }

  /// The addresses of the units' parts for kernels, which are looked up on first use.
  const detail::PartTable<typename Pattern::index_type>& parts() const
  {
    if (!is_allocated()) {
      DASH_THROW(exception::RuntimeError, "device view of a container that has no memory");
    }
    if (parts_ == nullptr) parts_ = std::make_unique<const PartTable>(pattern_, globmem());
    return *parts_;
  }

  static void require_initialized() { detail::require_running(Derived::name); }

 private:
  using PartTable = detail::PartTable<typename Pattern::index_type>;

  Derived& derived() noexcept { return static_cast<Derived&>(*this); }

  static Pattern unallocated_pattern()
  {
    return Pattern(
        typename Pattern::sizespec_type{}, typename Pattern::distribution_spec{}, Team::Null());
  }

  void forget_memory()
  {
    parts_.reset();
    pattern_ = unallocated_pattern();
    derived().memory_changed();
  }

  Team* team_;
  Pattern pattern_;
  detail::GlobalMemory<LocalMemSpace> memory_;
  /// set when the first device view is made
  mutable std::unique_ptr<const PartTable> parts_;
};

}  // namespace dash
