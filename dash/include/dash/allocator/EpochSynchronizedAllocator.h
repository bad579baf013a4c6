#pragma once

/// \file
/// An allocator whose memory other units can use after a collective step.

#include <dash/Team.h>
#include <dash/Types.h>
#include <dash/allocator/AllocationPolicy.h>
#include <dash/allocator/AllocatorBase.h>
#include <dash/detail/base/ByteSize.h>
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
/// attaching only exchanges the address.
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

  /// Returns a global pointer to elements of \c allocate_local. Collective: after the units of the
  /// team have received the pointers, all of them may use what each has attached.
  dart_gptr_t attach(local_pointer ptr, size_type /*n*/)
  {
    const auto gptr = ptr != nullptr ? detail::gptr_of_mapped(ptr) : DART_GPTR_NULL;
    team_->barrier();
    return gptr;
  }

  /// After this, no unit uses the elements any more; the caller keeps their memory. Collective.
  void detach(dart_gptr_t /*gptr*/, size_type /*n*/) { team_->barrier(); }

  /// Allocates and attaches elements. Collective.
  pointer allocate(size_type n) { return attach(allocate_local(n), n); }
  /// Detaches and frees elements. Collective.
  void deallocate(pointer gptr, size_type n)
  {
    detach(gptr, n);
    if (!DART_GPTR_ISNULL(gptr)) space().deallocate(gptr, n * sizeof(T));
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
