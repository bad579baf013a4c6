#pragma once

/// \file
/// Ranges with many short runs, whose elements are copied together instead of being worked on run
/// by run.

#include <dash/Types.h>
#include <dash/detail/base/DeviceMemory.h>
#include <dash/detail/base/RunMemory.h>
#include <dash/detail/plan/Limits.h>
#include <dash/detail/range/Backwards.h>
#include <dash/detail/range/BlockSizes.h>
#include <dash/detail/range/LocalRuns.h>
#include <dash/detail/range/Transfer.h>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <type_traits>

namespace dash::detail {

/// Iterators whose elements are copied as a whole if steps cannot access them in place.
template <class It>
concept CopiedElements = GlobalIterator<It> && is_copied_element<std::iter_value_t<It>>;

/// Iterators that say what copies their elements.
template <class It>
concept HasCopier = requires { typename It::DashCopier; };

/// Iterators whose elements steps get as copies.
template <class It>
concept CopiedOperand = CopiedElements<It> || CopiedBackwards<It> || HasCopier<It>;

/// Whether the calling unit should copy the \c n elements at \c it together, of which the first
/// \c available ones are a run. Local decision.
template <GlobalIterator Iterator>
bool starts_short_runs(const Iterator& it, Position available, Position n)
{
  if constexpr (CopiedElements<Iterator>) {
    if (available >= n) return false;
    const Position limit =
        short_run_limit<std::iter_value_t<Iterator>>(is_gpu_unit(), run_has_unmapped_memory);
    if (available >= limit) return false;
    // A single short run in front of long ones is the end of a block.
    const Position next = (it + available).contiguous().size;
    return next < (std::min)(n - available, limit);
  } else {
    return false;
  }
}

/// Whether the runs of a range are so short that units should not work on its elements run by run
/// where they need those of other units. The same on all units, which look at the first runs.
template <GlobalIterator Iterator>
bool has_short_runs(const Iterator& first, const Iterator& last)
{
  auto it = first;
  for (Position run = 0; run < limits::runs_looked_at; ++run) {
    if (it >= last) return false;
    it += it.owned_run().size;
  }
  const Position limit = short_run_limit<std::iter_value_t<Iterator>>(
      run_has_gpu_units_anywhere, run_has_unmapped_memory);
  return it - first < limits::runs_looked_at * limit;
}

template <CopiedBackwards Iterator>
bool has_short_runs(const Iterator& first, const Iterator& last)
{
  if constexpr (ReverseGlobalIterator<Iterator>) {
    return has_short_runs(last.base(), first.base());
  } else {
    return false;
  }
}

}  // namespace dash::detail
