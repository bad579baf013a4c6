#pragma once

/// \file
/// Global pointers of the runtime: comparison, printing, and conversion to addresses.

#include <dash/detail/base/Macro.h>

#include <dash/dart/if/dart.h>

#include <cstddef>
#include <iosfwd>
#include <string>

/// Prints unit, segment, team and offset.
DASH_API std::ostream& operator<<(std::ostream& os, const dart_gptr_t& gptr);

inline bool operator==(const dart_gptr_t& lhs, const dart_gptr_t& rhs) noexcept
{
  return DART_GPTR_EQUAL(lhs, rhs);
}

inline bool operator!=(const dart_gptr_t& lhs, const dart_gptr_t& rhs) noexcept
{
  return !DART_GPTR_EQUAL(lhs, rhs);
}

namespace dash::detail {

/// "gptr(unit …, segment …, team …, offset …)", or "gptr(null)".
DASH_API std::string to_string(const dart_gptr_t& gptr);

/// Address of \c gptr in this process, whichever unit owns it; nullptr if host code cannot load and
/// store the memory, which is then accessed by the functions below.
DASH_API void* mapped_address(dart_gptr_t gptr) noexcept;

/// Address of \c nbytes bytes for the calling unit's kernels, which are host functions on CPU units
/// and with emulated GPUs; nullptr if they cannot access the memory. Maps the memory on first use.
DASH_API void* kernel_address(dart_gptr_t gptr, std::size_t nbytes);

/// Whether the calling unit's kernels update memory at such an address atomically by their own
/// instructions. Those of a real GPU do not exclude the host's in host memory, and none exclude
/// those of network adapters that update memory. False for nullptr.
DASH_API bool kernels_update(const void* address);

/// A number that identifies the location of \c gptr (dart_gptr_place): only for comparisons, not
/// for access.
DASH_API const void* place_of(dart_gptr_t gptr);

/// The global pointer for a result of mapped_address or place_of.
/// \throws exception::InvalidArgument if it is no global memory
DASH_API dart_gptr_t gptr_of_mapped(const void* addr);

/// Native address, possibly of device memory, if the calling unit owns \c gptr, otherwise nullptr.
DASH_API void* local_address(dart_gptr_t gptr) noexcept;

}  // namespace dash::detail
