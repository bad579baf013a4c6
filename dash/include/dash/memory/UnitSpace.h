#pragma once

/// \file
/// A unit's own memory, which on GPU units is device memory, as a memory space.

#include <dash/detail/base/Macro.h>
#include <dash/memory/HostSpace.h>
#include <dash/memory/MemorySpaceBase.h>

#include <dash/dart/if/dart_gpu.h>

#include <concepts>
#include <cstddef>
#include <memory_resource>

namespace dash {

/// The unit's own memory: host memory on CPU units, and on GPU units device memory, which host code
/// accesses by global references, algorithms and \c dash::copy.
///
/// As a memory resource it takes memory from the calling unit's heap, between init and finalize.
template <>
class DASH_API MemorySpace<memory_domain_local, memory_space_unit_tag>
    : public std::pmr::memory_resource {
 public:
  using memory_space_domain_category = memory_domain_local;
  using memory_space_type_category = memory_space_unit_tag;
  using memory_space_layout_tag = memory_space_contiguous;
  using void_pointer = void*;
  using const_void_pointer = const void*;

 protected:
  void* do_allocate(std::size_t nbytes, std::size_t alignment) override;
  void do_deallocate(void* ptr, std::size_t nbytes, std::size_t alignment) override;
  bool do_is_equal(const std::pmr::memory_resource& other) const noexcept override;
};

/// The memory that belongs to a unit: device memory on GPU units, host memory on all others.
class UnitSpace : public MemorySpace<memory_domain_local, memory_space_unit_tag> {};

namespace detail {

/// The kind of memory to request from the runtime for containers whose parts are in \c LMem.
template <class LMem>
inline constexpr dart_memory_t memory_choice =
    std::same_as<typename LMem::memory_space_type_category, memory_space_unit_tag>
        ? DART_MEMORY_UNIT
        : DART_MEMORY_HOST;

}  // namespace detail

}  // namespace dash
