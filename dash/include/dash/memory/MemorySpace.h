#pragma once

/// \file
/// The memory spaces of a unit, and its heap of global memory.

#include <dash/memory/HBWSpace.h>
#include <dash/memory/HostSpace.h>
#include <dash/memory/MemorySpaceBase.h>
#include <dash/memory/UnitSpace.h>

#include <dash/dart/if/dart.h>
#include <dash/dart/if/dart_gpu.h>

#include <concepts>
#include <cstddef>
#include <type_traits>

namespace dash {

/// A heap of the calling unit that all units can access. Its blocks are aligned to their size.
class DASH_API UnitHeap {
 public:
  /// \throws std::bad_alloc if the heap's limit is reached
  dart_gptr_t allocate(std::size_t nbytes, std::size_t alignment = alignof(std::max_align_t));
  void deallocate(
      dart_gptr_t gptr, std::size_t nbytes, std::size_t alignment = alignof(std::max_align_t));

 protected:
  explicit constexpr UnitHeap(dart_memory_t memory) noexcept : memory_(memory) {}
  ~UnitHeap() = default;

 private:
  dart_memory_t memory_;
};

/// The calling unit's part of global memory: host memory, or with \c memory_space_unit_tag the
/// unit's own memory. Allocation is a local call.
template <class Type>
  requires std::same_as<Type, memory_space_host_tag> || std::same_as<Type, memory_space_unit_tag>
class MemorySpace<memory_domain_global, Type> : public UnitHeap {
 public:
  using memory_space_domain_category = memory_domain_global;
  using memory_space_type_category = Type;
  using memory_space_layout_tag = memory_space_noncontiguous;
  using void_pointer = dart_gptr_t;
  using const_void_pointer = dart_gptr_t;

  constexpr MemorySpace() noexcept
      : UnitHeap(std::same_as<Type, memory_space_unit_tag> ? DART_MEMORY_UNIT : DART_MEMORY_HOST)
  {}
};

template <>
DASH_API MemorySpace<memory_domain_local, memory_space_host_tag>* get_default_memory_space();
template <>
DASH_API MemorySpace<memory_domain_local, memory_space_hbw_tag>* get_default_memory_space();
template <>
DASH_API MemorySpace<memory_domain_local, memory_space_unit_tag>* get_default_memory_space();
template <>
DASH_API MemorySpace<memory_domain_global, memory_space_host_tag>* get_default_memory_space();
template <>
DASH_API MemorySpace<memory_domain_global, memory_space_unit_tag>* get_default_memory_space();

namespace detail {

/// The instance per process of a local space class such as HostSpace.
template <class LMem>
LMem* default_local_space()
{
  static LMem space;
  return &space;
}

/// The calling unit's part of global memory for containers whose elements are in \c LMem.
template <class LMem>
auto& global_space()
{
  using type = std::conditional_t<
      memory_choice<LMem> == DART_MEMORY_UNIT, memory_space_unit_tag, memory_space_host_tag>;
  return *get_default_memory_space<memory_domain_global, type>();
}

}  // namespace detail

}  // namespace dash
