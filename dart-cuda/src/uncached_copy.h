#pragma once

// Copies to and from buffers that a GPU reads or writes next. Lines that stay in a core's own cache
// slow it down to half of its link's speed.

#include <cstddef>

namespace dart::cuda {

/// As memcpy; \c buffer, at the begin of a cache line, is not in the cache then.
void fill_uncached(std::byte* buffer, const std::byte* from, std::size_t bytes);
void drain_uncached(std::byte* to, const std::byte* buffer, std::size_t bytes);

}  // namespace dart::cuda
