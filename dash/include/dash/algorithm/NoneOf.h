#pragma once

/// \file
/// dash::none_of.

#include <dash/algorithm/AnyOf.h>
#include <dash/detail/range/RequireRange.h>

#include <functional>
#include <utility>

namespace dash {

/// Whether no element of a global range satisfies a predicate. Collective, with the same guarantees
/// as any_of.
template <SegmentedIterator Iterator, class Predicate>
bool none_of(Iterator first, Iterator last, Predicate pred)
{
  detail::require_range("dash::none_of", first, last);
  return !dash::any_of(first, last, std::move(pred));
}

template <SegmentedRange Range, class Predicate>
bool none_of(Range&& range, Predicate pred)
{
  return dash::none_of(range.begin(), range.end(), std::move(pred));
}

}  // namespace dash
