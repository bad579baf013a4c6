#pragma once

/// \file
/// dash::none_of.

#include <dash/algorithm/AnyOf.h>
#include <dash/detail/algorithm/SourceViews.h>
#include <dash/detail/base/CurrentCall.h>
#include <dash/detail/range/RequireRange.h>

#include <functional>
#include <iterator>
#include <utility>

namespace dash {

/// Whether no element of a global range satisfies a predicate. Collective, with the same guarantees
/// as any_of.
template <SegmentedIterator Iterator, class Predicate, class Proj = std::identity>
bool none_of(Iterator first, Iterator last, Predicate pred, Proj proj = {})
{
  const detail::CurrentCall call("dash::none_of");
  detail::require_range("dash::none_of", first, last);
  return !dash::any_of(first, last, std::move(pred), std::move(proj));
}

template <SegmentedRange Range, class Predicate, class Proj = std::identity>
bool none_of(Range&& range, Predicate pred, Proj proj = {})
{
  return dash::none_of(range.begin(), range.end(), std::move(pred), std::move(proj));
}

DASH_READS_VIEWS(none_of)

}  // namespace dash
