#pragma once

/// \file
/// An allocator of a global memory space.

#include <dash/GlobPtr.h>
#include <dash/Types.h>
#include <dash/detail/base/ByteSize.h>

namespace dash {

/// Allocates elements in a global memory space to which it refers.
///
/// \tparam GlobMem  determines who takes part: all units for \c GlobStaticMem, only the caller for
///   \c GlobLocalMemoryPool
template <class T, class GlobMem>
class GlobalAllocator {
 public:
  using value_type = T;
  using memory_resource = GlobMem;
  using size_type = dash::default_size_t;
  using difference_type = dash::gptrdiff_t;
  using pointer = typename GlobMem::void_pointer::template rebind<T>;
  using const_pointer = typename GlobMem::void_pointer::template rebind<const T>;
  using void_pointer = typename GlobMem::void_pointer;
  using local_pointer = T*;

  GlobalAllocator() = default;
  GlobalAllocator(GlobMem* resource) noexcept : resource_(resource) {}
  template <class U>
  GlobalAllocator(const GlobalAllocator<U, GlobMem>& other) noexcept : resource_(other.resource())
  {}

  /// Allocates uninitialised memory for \c n elements of the calling unit.
  pointer allocate(size_type n)
  {
    return pointer(resource_->allocate(detail::byte_size<T>(n), alignof(T)).dart_gptr());
  }
  void deallocate(pointer ptr, size_type n)
  {
    resource_->deallocate(void_pointer(ptr.dart_gptr()), n * sizeof(T), alignof(T));
  }

  GlobMem* resource() const noexcept { return resource_; }

  friend bool operator==(const GlobalAllocator&, const GlobalAllocator&) = default;

 private:
  GlobMem* resource_ = nullptr;
};

}  // namespace dash
