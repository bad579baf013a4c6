#pragma once

/// \file
/// How host code or kernels access and copy elements in any memory of this process.

#include <dash/Types.h>
#include <dash/detail/base/DeviceMemory.h>
#include <dash/detail/base/HostCopy.h>
#include <dash/detail/memory/Scratch.h>

#include <cstddef>
#include <type_traits>

namespace dash::detail {

/// Copies elements between any two memories of this process; the ranges do not overlap.
template <class T>
void copy_elements_between(T* to, const T* from, std::ptrdiff_t n)
{
  if constexpr (is_bytewise_copyable_v<T>) {
    if (is_device_memory(to) || is_device_memory(from)) {
      copy_bytes_between(to, from, static_cast<std::size_t>(n) * sizeof(T));
      return;
    }
  }
  copy_on_host(from, from + n, to);
}

/// Native address for steps and copies of global memory that is not mapped for host code; nullptr
/// if this unit's kernels and copies cannot access it.
DASH_API void* address_for_steps(dart_gptr_t gptr, std::size_t nbytes);

/// Address by which code that runs at \c memory (host: this process, device: kernels of this GPU
/// unit) accesses \c nbytes bytes; nullptr if it cannot.
DASH_API void* reach_from(MemoryKind memory, const void* address, std::size_t nbytes);

}  // namespace dash::detail
