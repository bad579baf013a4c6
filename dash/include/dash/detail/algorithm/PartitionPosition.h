#pragma once

/// \file
/// Binary search by position, for elements that have no native iterators.

#include <dash/detail/execution/Share.h>

namespace dash::detail {

/// The first position in [low, high) that does not satisfy a predicate, which holds for the
/// positions in front of it alone; \c high if there is none. Calls the predicate a logarithmic
/// number of times.
template <class Predicate>
Position partition_position(Position low, Position high, Predicate satisfies)
{
  while (low < high) {
    const Position middle = low + (high - low) / 2;
    if (satisfies(middle)) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

}  // namespace dash::detail
