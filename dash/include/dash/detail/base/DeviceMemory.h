#pragma once

/// \file
/// Native addresses that may refer to device memory, which host code cannot load and store.

#include <dash/detail/base/HostCopy.h>
#include <dash/detail/base/Macro.h>

#include <dash/dart/if/dart_gpu.h>

#include <cstddef>

namespace dash::detail {

/// Whether the host has GPU units; otherwise all of its memory is host memory. Set by dash::init.
DASH_API extern constinit bool run_has_gpu_units;

/// Whether \c addr is in device memory, so that host code cannot load and store it. Costs nothing
/// in runs without GPU units.
inline bool is_device_memory(const void* addr) noexcept
{
  return run_has_gpu_units && dart_is_device_memory(addr);
}

/// Copies between any two addresses of this process. \throws exception::RuntimeError
DASH_API void copy_bytes_between(void* to, const void* from, std::size_t nbytes);
inline void copy_bytes(void* to, const void* from, std::size_t nbytes)
{
  if (run_has_gpu_units) [[unlikely]]
    return copy_bytes_between(to, from, nbytes);
  copy_host_bytes(to, from, nbytes);
}

}  // namespace dash::detail
