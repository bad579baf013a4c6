#pragma once

/// \file
/// Memory that the adapter may use.

#include <string>

#include "device.h"

namespace dart::ib {

/// What other units may do with exposed memory. Without relaxed ordering: a write that is posted
/// after another one becomes visible after it. Adapters without atomic operations refuse the flag.
inline int remote_access(const Device& device)
{
  return IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_READ |
         (device.has_atomics() ? IBV_ACCESS_REMOTE_ATOMIC : 0);
}

/// Host memory. Null, with errno, if it cannot be registered.
MemoryRegion register_host(const Device& device, void* begin, std::size_t bytes, int access);

/// Device memory by a dma-buf file, in which it begins at \c offset. Null, with errno, if it cannot
/// be registered.
MemoryRegion register_dmabuf(
    const Device& device, void* begin, std::size_t bytes, int file, std::uint64_t offset);

/// Why register_host failed with \c error, and what helps.
std::string registration_failure(const Device& device, std::size_t bytes, int error);

}  // namespace dart::ib
