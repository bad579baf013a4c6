#pragma once

/// \file
/// dash::copy_if.

#include <dash/detail/algorithm/SourceViews.h>
#include <dash/detail/base/CurrentCall.h>
#include <dash/detail/execution/ExchangePhase.h>
#include <dash/detail/execution/Execution.h>
#include <dash/detail/execution/FunctionObjects.h>
#include <dash/detail/execution/Share.h>
#include <dash/detail/execution/UnitOrder.h>
#include <dash/detail/range/RequireRange.h>

#include <functional>
#include <iterator>
#include <utility>

namespace dash {

/// Copies the elements that satisfy a predicate, in their order, to a global range that does not
/// overlap the input.
///
/// Collective over the input's team; moves elements between units, so it synchronises before and
/// after.
///
/// \param proj  what to examine of each element: a function object or a pointer to a member
/// \return end of the output, the same on all units
template <
    SegmentedIterator Iterator, SegmentedIterator Out, class Predicate, class Proj = std::identity>
Out copy_if(const Iterator& first, const Iterator& last, Out out, Predicate pred, Proj proj = {})
{
  const detail::CurrentCall call("dash::copy_if");
  if (detail::require_range("dash::copy_if", first, last) == 0) return out;
  auto satisfies = detail::projected<std::iter_value_t<Iterator>>(std::move(pred), std::move(proj));
  Team& team = detail::team_of(first);
  const detail::ExchangePhase phase(team);
  const detail::Share share = detail::share_of(first, last);
  const detail::UnitBuffer<std::iter_value_t<Iterator>> buffer(share.size());
  auto* const kept_end = detail::keep_elements(first, share, satisfies, buffer.begin());
  return detail::assign_in_unit_order("dash::copy_if", team, buffer.begin(), kept_end, out);
}

template <SegmentedRange Range, SegmentedIterator Out, class Predicate, class Proj = std::identity>
Out copy_if(Range&& range, Out out, Predicate pred, Proj proj = {})
{
  return dash::copy_if(range.begin(), range.end(), out, std::move(pred), std::move(proj));
}

DASH_READS_VIEWS(copy_if)

}  // namespace dash
