#pragma once

/// \file
/// What containers of distributed elements have in common: a pattern, memory at all units of a
/// team, and when it is allocated and freed.

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

/// \tparam Derived the container: its \c name, for messages; \c memory_changed() is called after
/// memory
///                 came, went or moved
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

  /// Completes the own outstanding operations on the container, then waits for all units.
  void barrier() const
  {
    if (!is_allocated()) return;
    flush();
    pattern_.team().barrier();
  }

  /// Local and remote completion of the own operations, at all units or at one.
  void flush() const { globmem_.flush(globmem_.begin()); }
  void flush(team_unit_t unit) const { globmem_.flush(globmem_.begin(), unit); }
  /// As above, local completion only.
  void flush_local() const { globmem_.flush_local(globmem_.begin()); }
  void flush_local(team_unit_t unit) const { globmem_.flush_local(globmem_.begin(), unit); }

  /// Allocates, after freeing what was allocated before. Collective; ends synchronised. \return
  /// true
  /// \throws exception::RuntimeError before dash::init, or when memory is short
  bool allocate(const Pattern& pattern)
  {
    return allocate_initialised(pattern, [] {});
  }

  /// Waits for all units, then frees. Without memory: no effect. Collective.
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
  ~DistributedContainer() = default;  // collective, so by the container

  bool is_allocated() const noexcept { return globmem_.is_allocated(); }

  /// As \c allocate; \c initialise() stores to the own part before units see each other's.
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

  /// The team that allocations use: the container's own goes before one that is asked for.
  Team& team_for(Team& team) const { return team_->is_null() ? team : *team_; }

  /// The memory and pattern of \c other, which stays behind empty.
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

  /// Where the units' parts lie, for kernels. Looked up when first called.
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
  /// Known from the first device view on.
  mutable std::unique_ptr<const PartTable<typename Pattern::index_type>> parts_;
};

}  // namespace dash::detail
