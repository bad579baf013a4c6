#ifndef DASH__MEMORY__GLOB_LOCAL_MEMORY_POOL_H__INCLUDED
#define DASH__MEMORY__GLOB_LOCAL_MEMORY_POOL_H__INCLUDED

#include <dash/GlobPtr.h>
#include <dash/Team.h>
#include <dash/internal/ByteSize.h>
#include <dash/memory/MemorySpace.h>

#include <cstddef>
#include <new>
#include <utility>
#include <vector>

namespace dash {

/**
 * Global memory that a unit allocates in its own part, without the others, and that all units
 * reach. Move-only; destruction frees what is left. Not thread-safe.
 *
 * \tparam LMem \c UnitSpace for device memory on GPU units, \c HostSpace for host memory
 */
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

  /** \param pool_capacity most bytes in use at the calling unit; 0: what its heap holds. Local. */
  explicit GlobLocalMemoryPool(size_type pool_capacity = 0, const Team& team = Team::All())
    : GlobLocalMemoryPool(internal::default_local_space<LMem>(), pool_capacity, team)
  {}
  GlobLocalMemoryPool(LMem* /*local_space*/, size_type pool_capacity, const Team& team)
    : _team(&team), _capacity(pool_capacity)
  {}

  GlobLocalMemoryPool(GlobLocalMemoryPool&& other) noexcept { *this = std::move(other); }
  GlobLocalMemoryPool& operator=(GlobLocalMemoryPool&& other) noexcept
  {
    std::swap(_team, other._team);
    std::swap(_capacity, other._capacity);
    std::swap(_size, other._size);
    std::swap(_blocks, other._blocks);
    return *this;
  }
  ~GlobLocalMemoryPool() { free_blocks(); }

  /** Local. \throws std::bad_alloc when the pool or the unit's heap is exhausted */
  void_pointer allocate(size_type nbytes, size_type alignment = alignof(std::max_align_t))
  {
    if (_capacity != 0 && nbytes > _capacity - _size) throw std::bad_alloc();
    _blocks.push_back({space().allocate(nbytes, alignment), nbytes});
    _size += nbytes;
    return void_pointer(_blocks.back().gptr);
  }

  /** Local, by the unit that allocated. \throws exception::InvalidArgument for other pointers */
  void deallocate(
      void_pointer ptr, size_type nbytes, size_type alignment = alignof(std::max_align_t))
  {
    space().deallocate(ptr.dart_gptr(), nbytes, alignment);
    for (auto& block : _blocks) {
      if (block.gptr == ptr.dart_gptr()) {
        _size -= block.nbytes;
        block = _blocks.back();
        _blocks.pop_back();
        return;
      }
    }
  }

  /** Frees all that the calling unit allocated. Local. */
  void release() { free_blocks(); }

  /** Bytes in use at the calling unit. */
  size_type size() const noexcept { return _size; }
  /** Limit of \c size; 0: none. */
  size_type capacity() const noexcept { return _capacity; }

  const Team& team() const noexcept { return *_team; }
  /** Collective. */
  void barrier() const { _team->barrier(); }

  /** Completes the caller's operations at the pointer's unit, or at the same place of another. */
  void flush(void_pointer ptr) const { internal::flush(ptr.dart_gptr()); }
  void flush(void_pointer ptr, team_unit_t unit) const
  {
    ptr.set_unit(unit);
    internal::flush(ptr.dart_gptr());
  }
  void flush_local(void_pointer ptr) const { internal::flush_local(ptr.dart_gptr()); }
  void flush_local(void_pointer ptr, team_unit_t unit) const
  {
    ptr.set_unit(unit);
    internal::flush_local(ptr.dart_gptr());
  }

 private:
  struct Block {
    dart_gptr_t gptr;
    size_type nbytes;
  };

  static auto& space() { return internal::global_space<LMem>(); }

  void free_blocks() noexcept
  {
    for (const auto& block : _blocks) dart_memfree(block.gptr);
    _blocks.clear();
    _size = 0;
  }

  const Team* _team = nullptr;
  size_type _capacity = 0;
  size_type _size = 0;
  std::vector<Block> _blocks;
};

/** Pointer to memory of \c memalloc. */
template <class T>
using GlobMemAllocPtr = GlobPtr<T, GlobLocalMemoryPool<HostSpace>>;

/**
 * Allocates \c nelem elements of host memory in the calling unit's part of global memory. Local,
 * thread-safe.
 * \return a null pointer when the unit's heap is exhausted
 */
template <class T>
GlobMemAllocPtr<T> memalloc(std::size_t nelem)
{
  dart_gptr_t gptr = DART_GPTR_NULL;
  dart_memalloc_in(DART_MEMORY_HOST, internal::byte_size<T>(nelem), DART_TYPE_BYTE, &gptr);
  return GlobMemAllocPtr<T>(gptr);
}

/**
 * Frees memory of \c memalloc, at the unit that allocated it. Local, thread-safe. Null: no effect.
 * \throws exception::InvalidArgument for other pointers
 */
template <class T>
void memfree(GlobMemAllocPtr<T> ptr, std::size_t nelem)
{
  if (!ptr) return;
  internal::global_space<HostSpace>().deallocate(ptr.dart_gptr(), nelem * sizeof(T));
}

}  // namespace dash

#endif  // DASH__MEMORY__GLOB_LOCAL_MEMORY_POOL_H__INCLUDED
