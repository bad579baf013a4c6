#ifndef DASH__ALLOCATOR__EPOCH_SYNCHRONIZED_ALLOCATOR_H__INCLUDED
#define DASH__ALLOCATOR__EPOCH_SYNCHRONIZED_ALLOCATOR_H__INCLUDED

#include <dash/Team.h>
#include <dash/Types.h>
#include <dash/allocator/AllocationPolicy.h>
#include <dash/allocator/AllocatorBase.h>
#include <dash/internal/ByteSize.h>
#include <dash/internal/GlobalAccess.h>
#include <dash/memory/MemorySpace.h>

#include <cstddef>
#include <limits>
#include <memory>
#include <type_traits>
#include <utility>

namespace dash {

/**
 * Allocates in the calling unit's global memory without the others, and publishes what it has
 * allocated collectively.
 *
 * Local allocations lie in host memory that every unit of the host maps already, so attaching only
 * agrees on the address.
 */
template <
    class T, class LMem = HostSpace,
    global_allocation_policy Policy = global_allocation_policy::epoch_synchronized,
    template <class> class LocalAlloc = allocator::DefaultAllocator>
class EpochSynchronizedAllocator {
  static_assert(
      internal::memory_choice<LMem> == DART_MEMORY_HOST,
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
    : _team(&team),
      _local_space(local_space != nullptr ? local_space : internal::default_local_space<LMem>())
  {}

  const Team& team() const noexcept { return *_team; }
  LMem* resource() const noexcept { return _local_space; }
  size_type max_size() const noexcept
  {
    return static_cast<size_type>(std::numeric_limits<difference_type>::max()) / sizeof(T);
  }
  local_allocator_type get_local_allocator() const { return local_allocator_type(); }

  /** Local; nullptr for no elements. \throws std::bad_alloc when the unit's heap is exhausted */
  local_pointer allocate_local(size_type n)
  {
    if (n == 0) return nullptr;
    const auto gptr = space().allocate(internal::byte_size<T>(n));
    return static_cast<local_pointer>(internal::local_address(gptr));
  }

  /** Local. */
  void deallocate_local(local_pointer ptr, size_type n)
  {
    if (ptr != nullptr) space().deallocate(internal::gptr_of_mapped(ptr), n * sizeof(T));
  }

  /**
   * Global pointer to elements of \c allocate_local. Collective: all units of the team may use
   * what each has attached once they have received the pointers.
   */
  dart_gptr_t attach(local_pointer ptr, size_type /*n*/)
  {
    const auto gptr = ptr != nullptr ? internal::gptr_of_mapped(ptr) : DART_GPTR_NULL;
    _team->barrier();
    return gptr;
  }

  /** No unit uses the elements any longer; their memory stays with the caller. Collective. */
  void detach(dart_gptr_t /*gptr*/, size_type /*n*/) { _team->barrier(); }

  /** Collective. */
  pointer allocate(size_type n) { return attach(allocate_local(n), n); }
  /** Collective. */
  void deallocate(pointer gptr, size_type n)
  {
    detach(gptr, n);
    if (!DART_GPTR_ISNULL(gptr)) space().deallocate(gptr, n * sizeof(T));
  }

  void swap(EpochSynchronizedAllocator& other) noexcept { std::swap(*this, other); }

  friend bool operator==(
      const EpochSynchronizedAllocator& lhs, const EpochSynchronizedAllocator& rhs) noexcept
  {
    return lhs._team->dart_id() == rhs._team->dart_id() && lhs._local_space == rhs._local_space;
  }

 private:
  static auto& space() { return internal::global_space<LMem>(); }

  const Team* _team;
  LMem* _local_space;
};

template <
    class T, class LMem, global_allocation_policy Policy, template <class> class LocalAlloc>
void swap(
    EpochSynchronizedAllocator<T, LMem, Policy, LocalAlloc>& lhs,
    EpochSynchronizedAllocator<T, LMem, Policy, LocalAlloc>& rhs) noexcept
{
  lhs.swap(rhs);
}

}  // namespace dash

#endif  // DASH__ALLOCATOR__EPOCH_SYNCHRONIZED_ALLOCATOR_H__INCLUDED
