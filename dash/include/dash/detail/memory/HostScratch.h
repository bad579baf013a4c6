#pragma once

/// \file
/// Host memory that is used for a moment.

#include <dash/detail/base/Macro.h>

#include <cstddef>
#include <memory>
#include <new>
#include <type_traits>
#include <vector>

namespace dash::detail {

/// That of the largest vectors of processors, for which programs align elements.
inline constexpr std::size_t scratch_alignment = 64;

/// Uninitialised host memory with this alignment. A thread keeps a few of the blocks that it has
/// freed for its next ones: algorithms copy chunks of elements, or all of a unit's part, one after
/// the other, and the C library returns blocks of that size to the system, whose new pages would
/// take longer than the copies. The system may take the pages of a large block that is kept when
/// memory is short, since their content is given up.
/// \throws std::bad_alloc
DASH_API void* take_host_scratch(std::size_t nbytes);

/// Frees such memory. \param nbytes  as it was requested
DASH_API void free_host_scratch(void* address, std::size_t nbytes) noexcept;

/// Allocates such memory for a container of elements that it is aligned for.
template <class T>
struct ScratchAllocator {
  using value_type = T;

  ScratchAllocator() = default;
  template <class U>
  ScratchAllocator(const ScratchAllocator<U>&)
  {}

  T* allocate(std::size_t n)
  {
    if (n > static_cast<std::size_t>(-1) / sizeof(T)) throw std::bad_array_new_length();
    return static_cast<T*>(take_host_scratch(n * sizeof(T)));
  }
  void deallocate(T* elements, std::size_t n) noexcept
  {
    free_host_scratch(elements, n * sizeof(T));
  }

  friend bool operator==(const ScratchAllocator&, const ScratchAllocator&) { return true; }
};

/// A copy of many elements that an algorithm makes for a moment.
template <class T>
using ScratchVector = std::vector<
    T, std::conditional_t<alignof(T) <= scratch_alignment, ScratchAllocator<T>, std::allocator<T>>>;

}  // namespace dash::detail
