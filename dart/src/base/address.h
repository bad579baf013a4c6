#pragma once

/// \file
/// Addresses that programs may have made up.

#include <cstddef>
#include <cstdint>

namespace dart {

/// The address \p offset bytes behind \p base. It is computed as a number, because the offset may
/// be any, and pointers must not leave their memory.
inline std::byte* address_behind(std::byte* base, std::uint64_t offset)
{
  return reinterpret_cast<std::byte*>(reinterpret_cast<std::uintptr_t>(base) + offset);
}

}  // namespace dart
