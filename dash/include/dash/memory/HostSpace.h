#pragma once

/// \file
/// Host memory as a memory space.

#include <dash/detail/base/Macro.h>
#include <dash/memory/MemorySpaceBase.h>

#include <cstddef>
#include <memory_resource>

namespace dash {

/// Ordinary memory of the process, as a polymorphic memory resource.
class DASH_API HostResource : public std::pmr::memory_resource {
 protected:
  void* do_allocate(std::size_t nbytes, std::size_t alignment) override;
  void do_deallocate(void* ptr, std::size_t nbytes, std::size_t alignment) override;
  bool do_is_equal(const std::pmr::memory_resource& other) const noexcept override;
};

template <class Type>
class MemorySpace<memory_domain_local, Type> : public HostResource {
 public:
  using memory_space_domain_category = memory_domain_local;
  using memory_space_type_category = Type;
  using memory_space_layout_tag = memory_space_contiguous;
  using void_pointer = void*;
  using const_void_pointer = const void*;
};

/// Host memory, also on GPU units.
class HostSpace : public MemorySpace<memory_domain_local, memory_space_host_tag> {};

}  // namespace dash
