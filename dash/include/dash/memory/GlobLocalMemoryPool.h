#pragma once

/// \file
/// Global memory that one unit allocates without the other units.

#include <dash/GlobPtr.h>
#include <dash/Team.h>
#include <dash/detail/base/ByteSize.h>
#include <dash/detail/memory/ByteAccess.h>
#include <dash/detail/memory/GlobalPointer.h>
#include <dash/detail/memory/HeapBlock.h>
#include <dash/memory/MemorySpace.h>

#include <algorithm>
#include <cstddef>
#include <new>
#include <utility>
#include <vector>

namespace dash {

/// Global memory that a unit allocates in its own part, without the other units, and that all units
/// can access. Move-only; the destructor frees what is left. Not thread-safe.
///
/// \tparam LMem  \c UnitSpace for device memory on GPU units, \c HostSpace for host memory
template <class LMem>
class GlobLocalMemoryPool {
 public:
  using memory_space_domain_category = memory_domain_global;
  using memory_space_type_category = typename LMem::memory_space_type_category;
  using memory_space_allocation_policy = allocation_dynamic;
  using memory_space_synchronization_policy = synchronization_independent;
  using memory_space_layout_tag = memory_space_noncontiguous;

  using size_type = dash::default_size_t;
  using index_type = dash::default_index_t;
  using difference_type = index_type;
  using void_pointer = GlobPtr<void, GlobLocalMemoryPool>;
  using const_void_pointer = GlobPtr<const void, GlobLocalMemoryPool>;
  using local_void_pointer = void*;

  /// \param pool_capacity  largest number of bytes in use at the calling unit; 0: limited by its
  ///   heap. Local call.
  explicit GlobLocalMemoryPool(size_type pool_capacity = 0, const Team& team = Team::All())
      : GlobLocalMemoryPool(detail::default_local_space<LMem>(), pool_capacity, team)
  {}
  GlobLocalMemoryPool(LMem* /*local_space*/, size_type pool_capacity, const Team& team)
      : team_(&team),
        capacity_(pool_capacity)
  {}

  GlobLocalMemoryPool(GlobLocalMemoryPool&& other) noexcept { *this = std::move(other); }
  GlobLocalMemoryPool& operator=(GlobLocalMemoryPool&& other) noexcept
  {
    std::swap(team_, other.team_);
    std::swap(capacity_, other.capacity_);
    std::swap(size_, other.size_);
    std::swap(blocks_, other.blocks_);
    return *this;
  }

  /// Allocates bytes. Local call. \throws std::bad_alloc if the pool or the unit's heap is
  /// exhausted
  void_pointer allocate(size_type nbytes, size_type alignment = alignof(std::max_align_t))
  {
    if (capacity_ != 0 && nbytes > capacity_ - size_) throw std::bad_alloc();
    blocks_.push_back(
        {detail::HeapBlock(detail::memory_choice<LMem>, (std::max)(nbytes, alignment)), nbytes});
    size_ += nbytes;
    return void_pointer(blocks_.back().memory.gptr());
  }

  /// Frees bytes that the calling unit has allocated. Local call. \throws
  /// exception::InvalidArgument for other pointers
  void deallocate(
      void_pointer ptr, size_type nbytes, size_type alignment = alignof(std::max_align_t))
  {
    const auto block = std::find_if(blocks_.begin(), blocks_.end(), [&](const Block& candidate) {
      return candidate.memory.gptr() == ptr.dart_gptr();
    });
    if (block == blocks_.end()) {
      space().deallocate(ptr.dart_gptr(), nbytes, alignment);
      return;
    }
    size_ -= block->nbytes;
    std::swap(*block, blocks_.back());
    blocks_.pop_back();
  }

  /// Frees all memory that the calling unit has allocated. Local call.
  void release()
  {
    blocks_.clear();
    size_ = 0;
  }

  /// Number of bytes in use at the calling unit.
  size_type size() const noexcept { return size_; }
  /// Limit of \c size; 0: there is none.
  size_type capacity() const noexcept { return capacity_; }

  const Team& team() const noexcept { return *team_; }
  /// Barrier over the team. Collective.
  void barrier() const { team_->barrier(); }

  /// Completes the caller's operations on memory of the pointer's unit, or of another unit.
  void flush(void_pointer ptr) const { detail::flush(ptr.dart_gptr()); }
  void flush(void_pointer ptr, team_unit_t unit) const
  {
    ptr.set_unit(unit);
    detail::flush(ptr.dart_gptr());
  }
  void flush_local(void_pointer ptr) const { detail::flush_local(ptr.dart_gptr()); }
  void flush_local(void_pointer ptr, team_unit_t unit) const
  {
    ptr.set_unit(unit);
    detail::flush_local(ptr.dart_gptr());
  }

 private:
  struct Block {
    detail::HeapBlock memory;
    size_type nbytes;
  };

  static auto& space() { return detail::global_space<LMem>(); }

  const Team* team_ = nullptr;
  size_type capacity_ = 0;
  size_type size_ = 0;
  std::vector<Block> blocks_;
};

/// Pointer to memory of \c memalloc.
template <class T>
using GlobMemAllocPtr = GlobPtr<T, GlobLocalMemoryPool<HostSpace>>;

/// Allocates \c nelem elements of host memory in the calling unit's part of global memory. Local
/// call, thread-safe.
/// \return a null pointer if the unit's heap is exhausted
template <class T>
GlobMemAllocPtr<T> memalloc(std::size_t nelem)
{
  dart_gptr_t gptr = DART_GPTR_NULL;
  dart_memalloc_in(DART_MEMORY_HOST, detail::byte_size<T>(nelem), DART_TYPE_BYTE, &gptr);
  return GlobMemAllocPtr<T>(gptr);
}

/// Frees memory of \c memalloc on the unit that has allocated it. Local call, thread-safe. Has no
/// effect for null pointers.
/// \throws exception::InvalidArgument for other pointers
template <class T>
void memfree(GlobMemAllocPtr<T> ptr, std::size_t nelem)
{
  if (!ptr) return;
  detail::global_space<HostSpace>().deallocate(ptr.dart_gptr(), nelem * sizeof(T));
}

}  // namespace dash
