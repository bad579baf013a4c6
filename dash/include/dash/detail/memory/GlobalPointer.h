#pragma once

/// \file
/// Global pointers of the runtime: comparison, printing, and the addresses that they stand for.

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

/// Address of \c gptr in this process whichever unit owns it, nullptr where host code cannot load
/// and store: elements are then reached by the calls below.
DASH_API void* mapped_address(dart_gptr_t gptr) noexcept;

/// Address of \c nbytes bytes for the calling unit's kernels, which on CPU units and where the GPU
/// is emulated are host code; nullptr where they do not reach it. Maps the memory when first
/// called.
DASH_API void* kernel_address(dart_gptr_t gptr, std::size_t nbytes);

/// A number for the place of \c gptr (dart_gptr_place): to compare, not to access.
DASH_API const void* place_of(dart_gptr_t gptr);

/// Inverse of mapped_address and place_of.
/// \throws exception::InvalidArgument if it is no global memory
DASH_API dart_gptr_t gptr_of_mapped(const void* addr);

/// Native address, maybe of device memory, if the calling unit owns \c gptr, else nullptr.
DASH_API void* local_address(dart_gptr_t gptr) noexcept;

}  // namespace dash::detail
