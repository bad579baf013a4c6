#pragma once

/// \file
/// The local allocator that others build on, and alignment.

#include <dash/Types.h>

#include <cstddef>
#include <memory>

namespace dash {

/// Advances \c ptr to the next multiple of \c alignment if \c size bytes then still fit into
/// \c space, and shrinks \c space by the bytes skipped; else returns nullptr and changes nothing.
inline void* align(std::size_t alignment, std::size_t size, void*& ptr, std::size_t& space)
{
  return std::align(alignment, size, ptr, space);
}

namespace allocator {

/// Allocator of the calling process's own memory.
template <class T>
using DefaultAllocator = std::allocator<T>;

}  // namespace allocator

}  // namespace dash
