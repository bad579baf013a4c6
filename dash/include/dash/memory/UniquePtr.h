#pragma once

/// \file
/// Owning pointers to memory of an allocator.

#include <dash/allocator/AllocatorTraits.h>

#include <memory>

namespace dash {

/// Returns memory to the allocator of global memory that it comes from.
template <class Alloc>
class DefaultDeleter {
 public:
  using pointer = typename dash::allocator_traits<Alloc>::pointer;
  using size_type = typename dash::allocator_traits<Alloc>::size_type;

  DefaultDeleter() = default;
  DefaultDeleter(const Alloc& alloc, size_type n) : alloc_(alloc), n_(n) {}

  void operator()(pointer ptr)
  {
    if (ptr) dash::allocator_traits<Alloc>::deallocate(alloc_, ptr, n_);
  }

  friend bool operator==(const DefaultDeleter&, const DefaultDeleter&) = default;

 private:
  Alloc alloc_;
  size_type n_ = 0;
};

/// Allocates uninitialised memory for \c n elements and returns an owning pointer. Allocation and
/// destruction are collective if the allocator is.
///
/// \tparam T  element type, which may differ from that of the allocator
template <class T, class Alloc>
auto allocate_unique(const Alloc& alloc, typename dash::allocator_traits<Alloc>::size_type n)
{
  using allocator = typename dash::allocator_traits<Alloc>::template rebind_alloc<T>;
  allocator rebound(alloc);
  const auto ptr = dash::allocator_traits<allocator>::allocate(rebound, n);
  return std::unique_ptr<T, DefaultDeleter<allocator>>(ptr, DefaultDeleter<allocator>(rebound, n));
}

}  // namespace dash
