#pragma once

/// \file
/// Ranges with many short runs, whose elements are copied together instead of being worked on run
/// by run.

#include <dash/Types.h>
#include <dash/detail/base/DeviceMemory.h>
#include <dash/detail/memory/RunMemory.h>
#include <dash/detail/range/LocalParts.h>
#include <dash/detail/range/Transfer.h>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <type_traits>

namespace dash::detail {

/// Iterators whose elements are copied as a whole if steps cannot access them in place.
template <class It>
concept CopiedElements = GlobalIterator<It> && is_bytewise_copyable_v<std::iter_value_t<It>> &&
                         !is_atomic<std::iter_value_t<It>>::value;

/// Number of elements of \c nbytes bytes, at least one.
template <class T>
inline constexpr Position elements_in(std::size_t nbytes)
{
  return std::max<Position>(1, static_cast<Position>(nbytes / sizeof(T)));
}

/// Below this number of elements, to copy a run with its neighbours takes less time than to work on
/// it alone: host code loses a few nanoseconds with each run, a message between hosts takes
/// microseconds, and so do the kernels and copies of a GPU, which meanwhile moves a mebibyte.
template <class T>
Position short_run_limit(bool by_gpu, bool between_hosts)
{
  if (by_gpu) return elements_in<T>(std::size_t(1) << 20);
  return between_hosts ? elements_in<T>(std::size_t(16) << 10) : Position{short_run};
}

/// Number of elements that the calling unit copies together.
template <class T>
Position copied_together()
{
  if (is_gpu_unit()) return elements_in<T>(std::size_t(16) << 20);
  // In one process's reach they should stay in its cache.
  return elements_in<T>(run_has_unmapped_memory ? std::size_t(4) << 20 : std::size_t(256) << 10);
}

/// Whether the calling unit should copy the \c n elements at \c it together, of which the first
/// \c available ones are a run. Local decision.
template <GlobalIterator Iterator>
bool starts_short_runs(const Iterator& it, Position available, Position n)
{
  if constexpr (CopiedElements<Iterator>) {
    if (available >= n) return false;
    const Position limit = short_run_limit<std::iter_value_t<Iterator>>(is_gpu_unit(), false);
    if (available >= limit) return false;
    // A single short run in front of long ones is the end of a block.
    const Position next = (it + available).contiguous().size;
    return next < std::min(n - available, limit);
  } else {
    return false;
  }
}

/// Whether the runs of a range are so short that units should divide its positions among each
/// other, whichever units own the elements. The same on all units, which look at the first runs.
template <GlobalIterator Iterator>
bool has_short_runs(const Iterator& first, const Iterator& last)
{
  constexpr Position looked_at = 8;
  auto it = first;
  for (Position run = 0; run < looked_at; ++run) {
    if (it >= last) return false;
    it += it.owned_run().size;
  }
  const Position limit = short_run_limit<std::iter_value_t<Iterator>>(
      run_has_gpu_units_anywhere, run_has_unmapped_memory);
  return it - first < looked_at * limit;
}

}  // namespace dash::detail
