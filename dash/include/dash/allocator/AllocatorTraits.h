#pragma once

/// \file
/// Uniform access to allocators of global memory.

#include <dash/Types.h>
#include <dash/allocator/AllocationPolicy.h>

#include <type_traits>

namespace dash {

namespace detail {

template <class Alloc, class U>
struct RebindAllocator;

template <template <class, class...> class Alloc, class T, class... Args, class U>
struct RebindAllocator<Alloc<T, Args...>, U> {
  using type = Alloc<U, Args...>;
};

template <class Alloc, class U>
  requires requires { typename Alloc::template rebind<U>::other; }
struct RebindAllocator<Alloc, U> {
  using type = typename Alloc::template rebind<U>::other;
};

template <class Alloc>
struct AllocatorCategory {
  using type =
      std::integral_constant<global_allocation_policy, global_allocation_policy::non_collective>;
};

template <class Alloc>
  requires requires { typename Alloc::allocator_category; }
struct AllocatorCategory<Alloc> {
  using type = typename Alloc::allocator_category;
};

template <class Alloc>
struct LocalPointer {
  using type = typename Alloc::value_type*;
};

template <class Alloc>
  requires requires { typename Alloc::local_pointer; }
struct LocalPointer<Alloc> {
  using type = typename Alloc::local_pointer;
};

}  // namespace detail

/// Uniform access to allocators of global memory, similar to std::allocator_traits.
template <class Alloc>
struct allocator_traits {
  using allocator_type = Alloc;
  using value_type = typename Alloc::value_type;
  using pointer = typename Alloc::pointer;
  using local_pointer = typename detail::LocalPointer<Alloc>::type;
  using size_type = typename Alloc::size_type;
  using allocator_category = typename detail::AllocatorCategory<Alloc>::type;

  template <class U>
  using rebind_alloc = typename detail::RebindAllocator<Alloc, U>::type;
  template <class U>
  using rebind_traits = allocator_traits<rebind_alloc<U>>;

  static pointer allocate(Alloc& alloc, size_type n) { return alloc.allocate(n); }
  static void deallocate(Alloc& alloc, pointer ptr, size_type n) { alloc.deallocate(ptr, n); }
  static local_pointer allocate_local(Alloc& alloc, size_type n) { return alloc.allocate_local(n); }
  static void deallocate_local(Alloc& alloc, local_pointer ptr, size_type n)
  {
    alloc.deallocate_local(ptr, n);
  }
};

}  // namespace dash
