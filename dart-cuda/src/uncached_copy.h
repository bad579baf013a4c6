#pragma once

/// \file
/// Copies to and from buffers that a GPU reads or writes next. Lines that stay in a core's own
/// cache slow it down to half of its link's speed.

#include <cstddef>

namespace dart::cuda {

/// As memcpy; afterwards the cache has no whole line of \c buffer, which begins with a line, where
/// the processor can do so.
void fill_uncached(std::byte* buffer, const std::byte* from, std::size_t bytes);
void drain_uncached(std::byte* to, const std::byte* buffer, std::size_t bytes);

}  // namespace dart::cuda
