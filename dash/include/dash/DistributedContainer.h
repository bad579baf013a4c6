#pragma once

/// \file
/// The common part of containers of distributed elements: a pattern, memory on all units of a team,
/// and its allocation and deallocation.

#include <dash/Exception.h>
#include <dash/Init.h>
#include <dash/Team.h>
#include <dash/Types.h>
#include <dash/detail/base/ByteSize.h>
#include <dash/detail/memory/PartTable.h>
#include <dash/detail/team/RequireTeam.h>
#include <dash/memory/GlobStaticMem.h>

#include <memory>
#include <utility>

namespace dash::detail {

/// \tparam Derived  the container, with \c name for messages and \c memory_changed(), which is
///   called after memory was allocated, freed or moved
template <class Derived, class T, class Pattern, class LocalMemSpace>
class DistributedContainer {
  static_assert(
      is_container_compatible<T>::value,
      "elements of containers are copied between processes as bytes: the type must be trivially "
      "copyable and of standard layout");

 public:
  using pattern_type = Pattern;
  using memory_type = GlobStaticMem<LocalMemSpace>;

  DistributedContainer(const DistributedContainer&) = delete;
  DistributedContainer& operator=(const DistributedContainer&) = delete;

  const pattern_type& pattern() const noexcept { return pattern_; }
  Team& team() const { return is_allocated() ? pattern_.team() : *team_; }
  const memory_type& globmem() const noexcept { return globmem_; }

  /// Completes the calling unit's operations on the container, then waits for all units.
  /// Collective.
  void barrier() const
  {
    if (!is_allocated()) return;
    flush();
    pattern_.team().barrier();
  }

  /// Completes the calling unit's operations on memory of all units, or of one unit, locally and
  /// remotely.
  void flush() const { globmem_.flush(globmem_.begin()); }
  void flush(team_unit_t unit) const { globmem_.flush(globmem_.begin(), unit); }
  /// Completes the calling unit's operations locally.
  void flush_local() const { globmem_.flush_local(globmem_.begin()); }
  void flush_local(team_unit_t unit) const { globmem_.flush_local(globmem_.begin(), unit); }

  /// Allocates memory, after freeing what was allocated before. Collective; synchronises at its
  /// end. \return true
  /// \throws exception::RuntimeError before dash::init, or if there is not enough memory
  bool allocate(const Pattern& pattern)
  {
    return allocate_initialised(pattern, [] {});
  }

  /// Waits for all units, then frees the memory. Has no effect if nothing is allocated. Collective.
  void deallocate()
  {
    if (!is_allocated()) return;
    if (dash::is_initialized()) {
      pattern_.team().unregister_deallocator(this);
      barrier();
    }
    parts_.reset();
    globmem_.deallocate(globmem_.begin(), 0);
    reset();
  }

 protected:
  explicit DistributedContainer(Team& team) : team_(&team), pattern_(unallocated_pattern()) {}
  ~DistributedContainer() = default;  // freeing is collective, so the container does it

  bool is_allocated() const noexcept { return globmem_.is_allocated(); }

  /// Allocates memory like \c allocate; \c initialise() initialises the unit's own part before
  /// units see each other's parts.
  template <class Initialise>
  bool allocate_initialised(const Pattern& pattern, Initialise initialise)
  {
    require_initialized();
    const Team& team = pattern.team();
    if (!team.is_null() && static_cast<std::size_t>(pattern.num_units()) > team.size()) {
      DASH_THROW(
          exception::InvalidArgument, "the pattern deals elements to "
                                          << pattern.num_units() << " units, but the team has "
                                          << team.size());
    }
    deallocate();
    pattern_ = pattern;
    globmem_ = memory_type(pattern_.team());
    globmem_.allocate(byte_size<T>(pattern_.local_size()), alignof(T));
    derived().memory_changed();
    initialise();
    register_deallocator();
    pattern_.team().barrier();
    return true;
  }

  /// The team that allocations use: the container's own team if it has one, otherwise the requested
  /// one.
  Team& team_for(Team& team) const { return team_->is_null() ? team : *team_; }

  /// Takes over the memory and pattern of \c other, which is empty afterwards.
  void take(DistributedContainer& other)
  {
    team_ = other.team_;
    if (!other.is_allocated()) return;
    other.pattern_.team().unregister_deallocator(&other);
    pattern_ = other.pattern_;
    globmem_ = std::move(other.globmem_);
    parts_ = std::move(other.parts_);
    other.reset();
    derived().memory_changed();
    register_deallocator();
  }

  /// The addresses of the units' parts for kernels, which are looked up on first use.
  const PartTable<typename Pattern::index_type>& parts() const
  {
    if (!is_allocated()) {
      DASH_THROW(exception::RuntimeError, "device view of a container that has no memory");
    }
    if (parts_ == nullptr) {
      parts_ = std::make_unique<const PartTable<typename Pattern::index_type>>(pattern_, globmem_);
    }
    return *parts_;
  }

  static void require_initialized() { require_running(Derived::name); }

 private:
  Derived& derived() noexcept { return static_cast<Derived&>(*this); }

  static Pattern unallocated_pattern()
  {
    return Pattern(
        typename Pattern::sizespec_type{}, typename Pattern::distribution_spec{}, Team::Null());
  }

  void register_deallocator()
  {
    pattern_.team().register_deallocator(this, [this] { deallocate(); });
  }

  void reset()
  {
    pattern_ = unallocated_pattern();
    derived().memory_changed();
  }

  Team* team_;
  Pattern pattern_;
  memory_type globmem_{Team::Null()};
  /// set when the first device view is made
  mutable std::unique_ptr<const PartTable<typename Pattern::index_type>> parts_;
};

}  // namespace dash::detail
