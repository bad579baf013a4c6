#pragma once

/// \file
/// dash::all_of.

#include <dash/algorithm/AnyOf.h>
#include <dash/detail/execution/FunctionObjects.h>
#include <dash/detail/range/RequireRange.h>

#include <utility>

namespace dash {

/// Whether all elements of a global range satisfy a predicate. Collective, with the same guarantees
/// as any_of.
template <SegmentedIterator Iterator, class Predicate>
bool all_of(Iterator first, Iterator last, Predicate pred)
{
  detail::require_range("dash::all_of", first, last);
  return !dash::any_of(first, last, detail::Negated<Predicate>{std::move(pred)});
}

template <SegmentedRange Range, class Predicate>
bool all_of(Range&& range, Predicate pred)
{
  return dash::all_of(range.begin(), range.end(), std::move(pred));
}

}  // namespace dash
