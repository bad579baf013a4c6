#pragma once

/// \file
/// Global memory that all units of a team allocate together.

#include <dash/GlobPtr.h>
#include <dash/Team.h>
#include <dash/detail/memory/ByteAccess.h>
#include <dash/detail/memory/GlobalPointer.h>
#include <dash/detail/memory/TeamSegment.h>
#include <dash/memory/MemorySpace.h>

#include <cstddef>
#include <memory_resource>
#include <utility>

namespace dash {

/// Global memory of a container: one collective allocation to which each unit of a team contributes
/// a part of any size. Move-only. The destructor does not free the memory, because freeing is
/// collective.
///
/// \tparam LMem  kind of the memory of each unit's part: \c UnitSpace is the unit's own memory,
///   which is device memory on GPU units; \c HostSpace is host memory on every unit
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

  /// Uses the team of all units.
  GlobStaticMem() : GlobStaticMem(Team::All()) {}
  explicit GlobStaticMem(const Team& team)
      : GlobStaticMem(detail::default_local_space<LMem>(), team)
  {}
  GlobStaticMem(LMem* local_space, const Team& team) : team_(&team), local_space_(local_space) {}

  GlobStaticMem(GlobStaticMem&&) noexcept = default;
  GlobStaticMem& operator=(GlobStaticMem&&) noexcept = default;

  /// Allocates \c nbytes bytes on the calling unit. Collective; sizes may differ from unit to unit.
  /// \param agreement  what has to be the same on all units; nullptr: nothing
  /// \return pointer to the start of the memory, at unit 0
  /// \throws exception::RuntimeError before dash::init, if there is not enough memory, or if called
  ///   twice
  /// \throws exception::InvalidArgument on all units if they do not agree
  void_pointer allocate(
      size_type nbytes, size_type /*alignment*/ = alignof(std::max_align_t),
      const dart_agreement_t* agreement = nullptr)
  {
    segment_.allocate(*team_, nbytes, detail::memory_choice<LMem>, agreement);
    return begin();
  }

  /// Frees the memory, which no unit uses any more. Collective. Has no effect if nothing is
  /// allocated, and after dash::finalize, which frees all memory.
  void deallocate() { segment_.deallocate(); }
  /// Frees the memory that starts at \c start, the result of \c allocate, also if another object
  /// has allocated it, such as one from which this one was moved; that object must not be used any
  /// more then. Collective. Has no effect for a null pointer, and after dash::finalize.
  /// \throws exception::RuntimeError if no allocation starts there
  void deallocate(
      void_pointer start, size_type /*nbytes*/, size_type /*alignment*/ = alignof(std::max_align_t))
  {
    const dart_gptr_t gptr = start.dart_gptr();
    const dart_gptr_t own = segment_.gptr();
    if (gptr.segid == own.segid && gptr.teamid == own.teamid) return deallocate();
    detail::TeamSegment::deallocate(gptr);
  }

  /// Pointers to the first byte and behind the last one, in unit order; null if nothing is
  /// allocated.
  void_pointer begin() const
  {
    return is_allocated() ? void_pointer(detail::advance_across_units(segment_.gptr(), 0))
                          : void_pointer(nullptr);
  }
  void_pointer end() const
  {
    if (!is_allocated()) return void_pointer(nullptr);
    const auto last = static_cast<dart_unit_t>(segment_.num_units() - 1);
    return void_pointer(segment_.gptr(last, segment_.size(last)));
  }

  bool is_allocated() const noexcept { return segment_.is_allocated(); }

  /// Number of bytes on all units, and on one unit.
  size_type capacity() const { return segment_.size(); }
  size_type capacity(team_unit_t unit) const { return segment_.size(unit.id); }

  /// Address for host code of the part of \c unit; nullptr if there is none, as for device memory.
  std::byte* mapped_base(team_unit_t unit) const noexcept { return segment_.base(unit.id); }
  /// Address of the calling unit's part; on GPU units it may be a device pointer.
  std::byte* local_base() const noexcept { return segment_.local_base(); }
  /// Address of the part of \c unit for the calling unit's kernels or, on CPU units, for its host
  /// code; nullptr if they cannot access it. Maps the memory on first use.
  std::byte* kernel_base(team_unit_t unit) const
  {
    return static_cast<std::byte*>(detail::kernel_address(gptr(unit), capacity(unit)));
  }
  /// Global pointer to a byte of the part of \c unit.
  dart_gptr_t gptr(team_unit_t unit, size_type offset = 0) const noexcept
  {
    return segment_.gptr(unit.id, offset);
  }

  const Team& team() const noexcept { return *team_; }
  /// Barrier over the team. Collective.
  void barrier() const { team_->barrier(); }
  allocator_type get_allocator() const { return allocator_type(local_space_); }

  /// Completes the caller's operations on memory of all units, or of one unit, locally and
  /// remotely; \c flush_local only locally. Has no effect if nothing is allocated.
  void flush() const { flush(begin()); }
  void flush_local() const { flush_local(begin()); }
  void flush(team_unit_t unit) const { flush(begin(), unit); }
  void flush_local(team_unit_t unit) const { flush_local(begin(), unit); }
  /// The same, where \c ptr points to the memory; by default for all units.
  void flush(void_pointer ptr, team_unit_t unit = team_unit_t{}) const
  {
    if (!ptr) return;
    unit.id < 0 ? detail::flush_all(ptr.dart_gptr()) : detail::flush(at_unit(ptr, unit));
  }
  void flush_local(void_pointer ptr, team_unit_t unit = team_unit_t{}) const
  {
    if (!ptr) return;
    unit.id < 0 ? detail::flush_local_all(ptr.dart_gptr())
                : detail::flush_local(at_unit(ptr, unit));
  }

 private:
  static dart_gptr_t at_unit(void_pointer ptr, team_unit_t unit)
  {
    ptr.set_unit(unit);
    return ptr.dart_gptr();
  }

  const Team* team_;
  LMem* local_space_;
  detail::TeamSegment segment_;
};

}  // namespace dash
