/**
 * \file dash/internal/DistributedContainer.h
 * What containers of distributed elements have in common: a pattern, memory at all units of a team,
 * and when it is allocated and freed.
 */
#ifndef DASH__INTERNAL__DISTRIBUTED_CONTAINER_H__INCLUDED
#define DASH__INTERNAL__DISTRIBUTED_CONTAINER_H__INCLUDED

#include <dash/Exception.h>
#include <dash/Init.h>
#include <dash/Team.h>
#include <dash/Types.h>
#include <dash/internal/ByteSize.h>
#include <dash/internal/PartTable.h>
#include <dash/internal/RequireTeam.h>
#include <dash/memory/GlobStaticMem.h>

#include <memory>
#include <utility>

namespace dash::internal {

/**
 * \tparam Derived the container: its \c name, for messages; \c memory_changed() is called after memory
 *                 came, went or moved
 */
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

  const pattern_type& pattern() const noexcept { return _pattern; }
  Team& team() const { return is_allocated() ? _pattern.team() : *_team; }
  const memory_type& globmem() const noexcept { return _globmem; }

  /** Completes the own outstanding operations on the container, then waits for all units. */
  void barrier() const
  {
    if (!is_allocated()) return;
    flush();
    _pattern.team().barrier();
  }

  /** Local and remote completion of the own operations, at all units or at one. */
  void flush() const { _globmem.flush(_globmem.begin()); }
  void flush(team_unit_t unit) const { _globmem.flush(_globmem.begin(), unit); }
  /** As above, local completion only. */
  void flush_local() const { _globmem.flush_local(_globmem.begin()); }
  void flush_local(team_unit_t unit) const { _globmem.flush_local(_globmem.begin(), unit); }

  /**
   * Allocates, after freeing what was allocated before. Collective; ends synchronised. \return true
   * \throws exception::RuntimeError before dash::init, or when memory is short
   */
  bool allocate(const Pattern& pattern)
  {
    return allocate_initialised(pattern, [] {});
  }

  /** Waits for all units, then frees. Without memory: no effect. Collective. */
  void deallocate()
  {
    if (!is_allocated()) return;
    if (dash::is_initialized()) {
      _pattern.team().unregister_deallocator(this);
      barrier();
    }
    _parts.reset();
    _globmem.deallocate(_globmem.begin(), 0);
    reset();
  }

 protected:
  explicit DistributedContainer(Team& team) : _team(&team), _pattern(unallocated_pattern()) {}
  ~DistributedContainer() = default;  // collective, so by the container

  bool is_allocated() const noexcept { return _globmem.is_allocated(); }

  /** As \c allocate; \c initialise() stores to the own part before units see each other's. */
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
    _pattern = pattern;
    _globmem = memory_type(_pattern.team());
    _globmem.allocate(byte_size<T>(_pattern.local_size()), alignof(T));
    derived().memory_changed();
    initialise();
    register_deallocator();
    _pattern.team().barrier();
    return true;
  }

  /** The team that allocations use: the container's own goes before one that is asked for. */
  Team& team_for(Team& team) const { return _team->is_null() ? team : *_team; }

  /** The memory and pattern of \c other, which stays behind empty. */
  void take(DistributedContainer& other)
  {
    _team = other._team;
    if (!other.is_allocated()) return;
    other._pattern.team().unregister_deallocator(&other);
    _pattern = other._pattern;
    _globmem = std::move(other._globmem);
    _parts = std::move(other._parts);
    other.reset();
    derived().memory_changed();
    register_deallocator();
  }

  /** Where the units' parts lie, for kernels. Looked up when first called. */
  const PartTable<typename Pattern::index_type>& parts() const
  {
    if (!is_allocated()) {
      DASH_THROW(exception::RuntimeError, "device view of a container that has no memory");
    }
    if (_parts == nullptr) {
      _parts = std::make_unique<const PartTable<typename Pattern::index_type>>(_pattern, _globmem);
    }
    return *_parts;
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
    _pattern.team().register_deallocator(this, [this] { deallocate(); });
  }

  void reset()
  {
    _pattern = unallocated_pattern();
    derived().memory_changed();
  }

  Team* _team;
  Pattern _pattern;
  memory_type _globmem{Team::Null()};
  /** Known from the first device view on. */
  mutable std::unique_ptr<const PartTable<typename Pattern::index_type>> _parts;
};

}  // namespace dash::internal

#endif  // DASH__INTERNAL__DISTRIBUTED_CONTAINER_H__INCLUDED
