#pragma once

/// \file
/// The local allocator on which others are built, and alignment.

#include <dash/Types.h>

#include <cstddef>
#include <memory>

namespace dash {

/// Advances \c ptr to the next multiple of \c alignment and reduces \c space by the bytes skipped,
/// if \c size bytes fit into \c space then; otherwise returns nullptr and changes nothing.
inline void* align(std::size_t alignment, std::size_t size, void*& ptr, std::size_t& space)
{
  return std::align(alignment, size, ptr, space);
}

namespace allocator {

/// Allocates the calling process's own memory.
template <class T>
using DefaultAllocator = std::allocator<T>;

}  // namespace allocator

}  // namespace dash
