#pragma once

/// \file
/// Binary search by position, for elements that have no native iterators, and for kernels.

#include <dash/detail/base/Macro.h>

#include <cstddef>

namespace dash::detail {

/// The first position in [low, high) that does not satisfy a predicate, which holds for the
/// positions in front of it alone; \c high if there is none. Calls the predicate a logarithmic
/// number of times.
DASH_NO_EXECUTION_CHECK
template <class Predicate>
DASH_HOST_DEVICE std::ptrdiff_t partition_position(
    std::ptrdiff_t low, std::ptrdiff_t high, Predicate satisfies)
{
  while (low < high) {
    const std::ptrdiff_t middle = low + (high - low) / 2;
    if (satisfies(middle)) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

}  // namespace dash::detail
