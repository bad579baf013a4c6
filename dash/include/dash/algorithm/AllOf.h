#pragma once

/// \file
/// dash::all_of.

#include <dash/algorithm/AnyOf.h>
#include <dash/detail/algorithm/SourceViews.h>
#include <dash/detail/base/CurrentCall.h>
#include <dash/detail/execution/FunctionObjects.h>
#include <dash/detail/range/RequireRange.h>

#include <functional>
#include <iterator>
#include <utility>

namespace dash {

/// Whether all elements of a global range satisfy a predicate. Collective, with the same guarantees
/// as any_of.
template <SegmentedIterator Iterator, class Predicate, class Proj = std::identity>
bool all_of(Iterator first, Iterator last, Predicate pred, Proj proj = {})
{
  const detail::CurrentCall call("dash::all_of");
  detail::require_range("dash::all_of", first, last);
  return !dash::any_of(first, last, detail::negated(std::move(pred)), std::move(proj));
}

template <SegmentedRange Range, class Predicate, class Proj = std::identity>
bool all_of(Range&& range, Predicate pred, Proj proj = {})
{
  return dash::all_of(range.begin(), range.end(), std::move(pred), std::move(proj));
}

DASH_READS_VIEWS(all_of)

}  // namespace dash
