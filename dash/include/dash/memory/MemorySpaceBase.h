#pragma once

/// \file
/// Properties by which memory spaces are described.

#include <dash/Types.h>

#include <cstddef>
#include <type_traits>

namespace dash {

/// Whether all units can access the memory, or only the process that owns it.
struct memory_domain_global {};
struct memory_domain_local {};

/// The kind of memory.
struct memory_space_host_tag {};
struct memory_space_hbw_tag {};
/// Device memory on GPU units, host memory on CPU units.
struct memory_space_unit_tag {};
struct memory_space_cuda_tag {};
struct memory_space_pmem_tag {};

/// Whether a space holds one allocation of fixed size, or many.
struct allocation_static {};
struct allocation_dynamic {};

/// Which units take part in an allocation.
struct synchronization_collective {};
struct synchronization_independent {};
struct synchronization_single {};

/// Whether pointers may advance from one unit's part into that of the next.
struct memory_space_noncontiguous {};
struct memory_space_contiguous : memory_space_noncontiguous {};

/// A memory space of one domain and kind.
template <class Domain, class... Args>
class MemorySpace;

namespace detail {

template <class MemSpace>
concept HasVoidPointer = requires {
  typename MemSpace::void_pointer;
  typename MemSpace::const_void_pointer;
};

template <class MemSpace>
struct VoidPointers {
  using pointer = void*;
  using const_pointer = const void*;
};

template <HasVoidPointer MemSpace>
struct VoidPointers<MemSpace> {
  using pointer = typename MemSpace::void_pointer;
  using const_pointer = typename MemSpace::const_void_pointer;
};

template <class MemSpace>
struct LayoutTag {
  using type = memory_space_contiguous;
};

template <class MemSpace>
  requires requires { typename MemSpace::memory_space_layout_tag; }
struct LayoutTag<MemSpace> {
  using type = typename MemSpace::memory_space_layout_tag;
};

}  // namespace detail

/// The properties of a memory space; undefined for incomplete types.
template <class MemSpace>
struct memory_space_traits {
  using memory_space_type_category = typename MemSpace::memory_space_type_category;
  using memory_space_domain_category = typename MemSpace::memory_space_domain_category;
  using memory_space_layout_tag = typename detail::LayoutTag<MemSpace>::type;
  using is_global = std::is_same<memory_space_domain_category, memory_domain_global>;
  using is_local = std::is_same<memory_space_domain_category, memory_domain_local>;
  using void_pointer = typename detail::VoidPointers<MemSpace>::pointer;
  using const_void_pointer = typename detail::VoidPointers<MemSpace>::const_pointer;
};

/// The instance per process of the space of a domain and kind: local host, high-bandwidth or unit
/// memory; global host or unit memory.
template <class Domain, class Type>
MemorySpace<Domain, Type>* get_default_memory_space();

}  // namespace dash
