#ifndef DASH__MEMORY__GLOB_STATIC_MEM_H__INCLUDED
#define DASH__MEMORY__GLOB_STATIC_MEM_H__INCLUDED

#include <dash/GlobPtr.h>
#include <dash/Team.h>
#include <dash/internal/TeamSegment.h>
#include <dash/memory/MemorySpace.h>

#include <cstddef>
#include <memory_resource>
#include <utility>

namespace dash {

/**
 * Global memory of a container: one collective allocation to which each unit of a team contributes
 * a part of any size. Move-only. Destruction does not free, because freeing is collective.
 *
 * \tparam LMem where each unit's part lives: \c UnitSpace is the unit's own memory, device memory
 *         on GPU units; \c HostSpace is host memory on every unit
 */
template <class LMem>
class GlobStaticMem {
 public:
  using memory_space_domain_category = memory_domain_global;
  using memory_space_type_category = typename LMem::memory_space_type_category;
  using memory_space_allocation_policy = allocation_static;
  using memory_space_synchronization_policy = synchronization_collective;
  using memory_space_layout_tag = memory_space_contiguous;

  using size_type = dash::default_size_t;
  using index_type = dash::default_index_t;
  using difference_type = index_type;
  using void_pointer = GlobPtr<void, GlobStaticMem>;
  using const_void_pointer = GlobPtr<const void, GlobStaticMem>;
  using local_void_pointer = void*;
  using allocator_type = std::pmr::polymorphic_allocator<std::byte>;

  /** On the team of all units. */
  GlobStaticMem() : GlobStaticMem(Team::All()) {}
  explicit GlobStaticMem(const Team& team)
    : GlobStaticMem(internal::default_local_space<LMem>(), team)
  {}
  GlobStaticMem(LMem* local_space, const Team& team) : _team(&team), _local_space(local_space) {}

  GlobStaticMem(GlobStaticMem&&) noexcept = default;
  GlobStaticMem& operator=(GlobStaticMem&&) noexcept = default;

  /**
   * Allocates \c nbytes at the calling unit. Collective; sizes may differ from unit to unit.
   * \return start of the memory, at unit 0
   * \throws exception::RuntimeError before dash::init, when memory is short, or if called twice
   */
  void_pointer allocate(size_type nbytes, size_type /*alignment*/ = alignof(std::max_align_t))
  {
    _segment.allocate(*_team, nbytes, internal::memory_choice<LMem>);
    return begin();
  }

  /** Collective. */
  void deallocate(
      void_pointer /*start*/, size_type /*nbytes*/,
      size_type /*alignment*/ = alignof(std::max_align_t))
  {
    _segment.deallocate();
  }

  /** First and one past the last byte, in unit order; null without memory. */
  void_pointer begin() const
  {
    return is_allocated() ? void_pointer(internal::advance_across_units(_segment.gptr(), 0))
                          : void_pointer(nullptr);
  }
  void_pointer end() const
  {
    if (!is_allocated()) return void_pointer(nullptr);
    const auto last = static_cast<dart_unit_t>(_segment.num_units() - 1);
    return void_pointer(_segment.gptr(last, _segment.size(last)));
  }

  bool is_allocated() const noexcept { return _segment.is_allocated(); }

  /** Bytes at all units, and at one. */
  size_type capacity() const { return _segment.size(); }
  size_type capacity(team_unit_t unit) const { return _segment.size(unit.id); }

  /** Address for host code of the part of \c unit, nullptr where it has none: device memory. */
  std::byte* mapped_base(team_unit_t unit) const noexcept { return _segment.base(unit.id); }
  /** Address of the calling unit's part; on GPU units that may be a device pointer. */
  std::byte* local_base() const noexcept { return _segment.local_base(); }
  /**
   * Address of the part of \c unit for the calling unit's kernels, and on CPU units for its host
   * code; nullptr where they do not reach it. Maps the memory when first called.
   */
  std::byte* kernel_base(team_unit_t unit) const
  {
    return static_cast<std::byte*>(internal::kernel_address(gptr(unit), capacity(unit)));
  }
  /** Pointer to a byte of the part of \c unit. */
  dart_gptr_t gptr(team_unit_t unit, size_type offset = 0) const noexcept
  {
    return _segment.gptr(unit.id, offset);
  }

  const Team& team() const noexcept { return *_team; }
  /** Collective. */
  void barrier() const { _team->barrier(); }
  allocator_type get_allocator() const { return allocator_type(_local_space); }

  /** Completes the caller's operations at one unit; by default at all. */
  void flush(void_pointer ptr, team_unit_t unit = team_unit_t{}) const
  {
    if (!ptr) return;
    unit.id < 0 ? internal::flush_all(ptr.dart_gptr()) : internal::flush(at_unit(ptr, unit));
  }
  void flush_local(void_pointer ptr, team_unit_t unit = team_unit_t{}) const
  {
    if (!ptr) return;
    unit.id < 0 ? internal::flush_local_all(ptr.dart_gptr())
                : internal::flush_local(at_unit(ptr, unit));
  }

 private:
  static dart_gptr_t at_unit(void_pointer ptr, team_unit_t unit)
  {
    ptr.set_unit(unit);
    return ptr.dart_gptr();
  }

  const Team* _team;
  LMem* _local_space;
  internal::TeamSegment _segment;
};

}  // namespace dash

#endif  // DASH__MEMORY__GLOB_STATIC_MEM_H__INCLUDED
