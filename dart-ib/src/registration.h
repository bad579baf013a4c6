#pragma once

/// \file
/// Registration of memory with the adapter.

#include <string>

#include "device.h"

namespace dart::ib {

/// The access that other units have to exposed memory. It excludes relaxed ordering, so a write
/// that is posted after another one becomes visible after it. Adapters without atomic operations
/// refuse the flag for them.
inline int remote_access(const Device& device)
{
  return IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_READ |
         (device.has_atomics() ? IBV_ACCESS_REMOTE_ATOMIC : 0);
}

/// Registers host memory. Returns null with errno set if that is not possible.
MemoryRegion register_host(const Device& device, void* begin, std::size_t bytes, int access);

/// Registers device memory that begins at \c offset in a dma-buf file. Returns null with errno set
/// if that is not possible.
MemoryRegion register_dmabuf(
    const Device& device, void* begin, std::size_t bytes, int file, std::uint64_t offset);

/// The reason why register_host failed with \c error, and the remedy.
std::string registration_failure(const Device& device, std::size_t bytes, int error);

}  // namespace dart::ib
