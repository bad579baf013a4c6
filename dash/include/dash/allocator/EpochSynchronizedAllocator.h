#pragma once

/// \file
/// An allocator whose memory other units can use after a collective step.

#include <dash/Team.h>
#include <dash/Types.h>
#include <dash/allocator/AllocationPolicy.h>
#include <dash/allocator/AllocatorBase.h>
#include <dash/detail/base/ByteSize.h>
#include <dash/detail/base/CheckResult.h>
#include <dash/detail/memory/GlobalPointer.h>
#include <dash/memory/MemorySpace.h>

#include <cstddef>
#include <limits>
#include <memory>
#include <type_traits>
#include <utility>

namespace dash {

/// Allocates in the calling unit's global memory without the other units, and publishes the memory
/// collectively.
///
/// Local allocations are in host memory that every unit of the host has mapped already, so
/// attaching only exchanges the addresses.
template <
    class T, class LMem = HostSpace,
    global_allocation_policy Policy = global_allocation_policy::epoch_synchronized,
    template <class> class LocalAlloc = allocator::DefaultAllocator>
class EpochSynchronizedAllocator {
  static_assert(
      detail::memory_choice<LMem> == DART_MEMORY_HOST,
      "elements grow and are constructed one by one by host code: they need host memory");

 public:
  using value_type = T;
  using size_type = dash::default_size_t;
  using difference_type = dash::gptrdiff_t;
  using pointer = dart_gptr_t;
  using local_pointer = T*;
  using memory_resource = LMem;
  using local_allocator_type = LocalAlloc<T>;
  using allocator_category = std::integral_constant<global_allocation_policy, Policy>;

  template <class U>
  struct rebind {
    using other = EpochSynchronizedAllocator<U, LMem, Policy, LocalAlloc>;
  };

  explicit EpochSynchronizedAllocator(const Team& team, LMem* local_space = nullptr) noexcept
      : team_(&team),
        local_space_(local_space != nullptr ? local_space : detail::default_local_space<LMem>())
  {}

  const Team& team() const noexcept { return *team_; }
  LMem* resource() const noexcept { return local_space_; }
  size_type max_size() const noexcept
  {
    return static_cast<size_type>((std::numeric_limits<difference_type>::max)()) / sizeof(T);
  }
  local_allocator_type get_local_allocator() const { return local_allocator_type(); }

  /// Allocates elements; returns nullptr for no elements. Local call. \throws std::bad_alloc if the
  /// unit's heap is exhausted
  local_pointer allocate_local(size_type n)
  {
    if (n == 0) return nullptr;
    const auto gptr = space().allocate(detail::byte_size<T>(n));
    return static_cast<local_pointer>(detail::local_address(gptr));
  }

  /// Frees elements that allocate_local has returned. Local call.
  void deallocate_local(local_pointer ptr, size_type n)
  {
    if (ptr != nullptr) space().deallocate(detail::gptr_of_mapped(ptr), n * sizeof(T));
  }

  /// Makes a block of each unit accessible to all units of the team. Collective; synchronises.
  ///
  /// \param ptr  the calling unit's block, which \c allocate_local has returned; nullptr for none
  /// \param n    number of its elements, which may differ between units
  /// \return pointer to the calling unit's block; the same pointer with the id of another unit of
  ///   the team points to the block of that unit
  /// \throws exception::InvalidArgument on all units if the memory of one is not in reach of others
  dart_gptr_t attach(local_pointer ptr, size_type n)
  {
    dart_gptr_t gptr = DART_GPTR_NULL;
    const auto bytes = ptr != nullptr ? detail::byte_size<T>(n) : 0;
    detail::checked_call("dash::EpochSynchronizedAllocator::attach", [&] {
      return dart_team_memregister(team_->dart_id(), bytes, DART_TYPE_BYTE, ptr, &gptr);
    });
    gptr.unitid = team_->myid().id;
    return gptr;
  }

  /// Ends what \c attach has begun: no unit uses the blocks any more, and each keeps its memory.
  /// Collective; synchronises. \param gptr  any pointer into the blocks
  void detach(dart_gptr_t gptr, size_type /*n*/)
  {
    detail::checked_call(
        "dash::EpochSynchronizedAllocator::detach", [&] { return dart_team_memderegister(gptr); });
  }

  /// Allocates and attaches elements. Collective.
  pointer allocate(size_type n)
  {
    auto* const own = allocate_local(n);
    try {
      return attach(own, n);
    } catch (...) {
      deallocate_local(own, n);
      throw;
    }
  }
  /// Detaches and frees the elements of each unit. Collective.
  void deallocate(pointer gptr, size_type n)
  {
    if (DART_GPTR_ISNULL(gptr)) return;
    auto own = gptr;
    own.unitid = team_->myid().id;
    own.addr_or_offs.offset = 0;
    auto* const first = static_cast<local_pointer>(detail::local_address(own));
    detach(gptr, n);
    deallocate_local(first, n);
  }

  void swap(EpochSynchronizedAllocator& other) noexcept { std::swap(*this, other); }

  friend bool operator==(
      const EpochSynchronizedAllocator& lhs, const EpochSynchronizedAllocator& rhs) noexcept
  {
    return lhs.team_->dart_id() == rhs.team_->dart_id() && lhs.local_space_ == rhs.local_space_;
  }

 private:
  static auto& space() { return detail::global_space<LMem>(); }

  const Team* team_;
  LMem* local_space_;
};

template <class T, class LMem, global_allocation_policy Policy, template <class> class LocalAlloc>
void swap(
    EpochSynchronizedAllocator<T, LMem, Policy, LocalAlloc>& lhs,
    EpochSynchronizedAllocator<T, LMem, Policy, LocalAlloc>& rhs) noexcept
{
  lhs.swap(rhs);
}

}  // namespace dash
