#ifndef DASH__MEMORY__MEMORY_SPACE_H__INCLUDED
#define DASH__MEMORY__MEMORY_SPACE_H__INCLUDED

#include <dash/memory/HBWSpace.h>
#include <dash/memory/HostSpace.h>
#include <dash/memory/MemorySpaceBase.h>

#include <dash/dart/if/dart.h>

#include <cstddef>

namespace dash {

/** The calling unit's part of global host memory. Allocation is a local call. */
template <>
class DASH_API MemorySpace<memory_domain_global, memory_space_host_tag> {
 public:
  using memory_space_domain_category = memory_domain_global;
  using memory_space_type_category = memory_space_host_tag;
  using memory_space_layout_tag = memory_space_noncontiguous;
  using void_pointer = dart_gptr_t;
  using const_void_pointer = dart_gptr_t;

  /** \throws std::bad_alloc when the heap's limit is reached */
  dart_gptr_t allocate(std::size_t nbytes, std::size_t alignment = alignof(std::max_align_t));
  void deallocate(
      dart_gptr_t gptr, std::size_t nbytes, std::size_t alignment = alignof(std::max_align_t));
};

template <>
DASH_API MemorySpace<memory_domain_local, memory_space_host_tag>* get_default_memory_space();
template <>
DASH_API MemorySpace<memory_domain_local, memory_space_hbw_tag>* get_default_memory_space();
template <>
DASH_API MemorySpace<memory_domain_global, memory_space_host_tag>* get_default_memory_space();

namespace internal {

/** The process-wide instance of a local space class such as HostSpace. */
template <class LMem>
LMem* default_local_space()
{
  static LMem space;
  return &space;
}

}  // namespace internal

}  // namespace dash

#endif  // DASH__MEMORY__MEMORY_SPACE_H__INCLUDED
