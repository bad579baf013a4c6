#pragma once

/// \file
/// Host memory that is used for a moment.

#include <dash/detail/base/Macro.h>

#include <cstddef>

namespace dash::detail {

/// Uninitialised host memory, aligned to 64 bytes. A thread keeps a few of the blocks that
/// it has freed for its next ones: algorithms copy many chunks of elements, one after the other,
/// and the C library returns blocks of that size to the system, whose new pages would take longer
/// than the copies.
/// \throws std::bad_alloc
DASH_API void* take_host_scratch(std::size_t nbytes);

/// Frees such memory. \param nbytes  as it was requested
DASH_API void free_host_scratch(void* address, std::size_t nbytes) noexcept;

}  // namespace dash::detail
