#pragma once

/// \file
/// Copies to and from buffers that a GPU accesses next. Lines that remain in a core's private cache
/// would slow the GPU down to half of its link's speed.

#include <cstddef>

namespace dart::cuda {

/// Copies like memcpy. Afterwards the cache contains no complete line of \c buffer, which is
/// aligned to cache lines, if the processor supports this.
void fill_uncached(std::byte* buffer, const std::byte* from, std::size_t bytes);
void drain_uncached(std::byte* to, const std::byte* buffer, std::size_t bytes);

}  // namespace dart::cuda
