#pragma once

/// \file
/// dash::find, dash::find_if and dash::find_if_not.

#include <dash/detail/algorithm/FindStep.h>
#include <dash/detail/algorithm/SourceViews.h>
#include <dash/detail/base/CurrentCall.h>
#include <dash/detail/execution/Execution.h>
#include <dash/detail/execution/FunctionObjects.h>
#include <dash/detail/range/LocalParts.h>
#include <dash/detail/range/RequireRange.h>
#include <dash/detail/team/Combine.h>
#include <dash/detail/team/Unwinding.h>

#include <functional>
#include <iterator>
#include <utility>

namespace dash {

/// First element of a global range that satisfies a predicate, or \c last if there is none.
///
/// Collective over the range's team; returns the same result on all units. Each unit reads its own
/// elements up to the first one that satisfies the predicate.
///
/// \param proj  what to examine of each element: a function object or a pointer to a member
template <SegmentedIterator Iterator, class Predicate, class Proj = std::identity>
Iterator find_if(Iterator first, Iterator last, Predicate pred, Proj proj = {})
{
  const detail::CurrentCall call("dash::find_if");
  const detail::Position none = detail::require_range("dash::find_if", first, last);
  if (none == 0) return last;
  auto satisfies = detail::projected<std::iter_value_t<Iterator>>(std::move(pred), std::move(proj));
  detail::Position hit = none;
  Team& team = detail::team_of(first);
  detail::in_front_of_step(team, [&] {
    detail::for_each_local_part(first, last, [&](auto begin, auto end, auto&& position_of) {
      if (hit != none) return;
      const auto found = detail::run_step(
          detail::FindStep<decltype(satisfies)>{satisfies}, detail::reads(begin, end));
      if (found != end - begin) hit = position_of(begin + found);
    });
  });
  return first + detail::min_over_units(team, hit);
}

template <SegmentedRange Range, class Predicate, class Proj = std::identity>
auto find_if(Range&& range, Predicate pred, Proj proj = {})
{
  return dash::find_if(range.begin(), range.end(), std::move(pred), std::move(proj));
}

/// First element that does not satisfy a predicate. Collective, with the same guarantees as
/// find_if.
template <SegmentedIterator Iterator, class Predicate, class Proj = std::identity>
Iterator find_if_not(Iterator first, Iterator last, Predicate pred, Proj proj = {})
{
  const detail::CurrentCall call("dash::find_if_not");
  detail::require_range("dash::find_if_not", first, last);
  return dash::find_if(first, last, detail::negated(std::move(pred)), std::move(proj));
}

template <SegmentedRange Range, class Predicate, class Proj = std::identity>
auto find_if_not(Range&& range, Predicate pred, Proj proj = {})
{
  return dash::find_if_not(range.begin(), range.end(), std::move(pred), std::move(proj));
}

/// First element that equals \c value. Collective, with the same guarantees as find_if.
template <SegmentedIterator Iterator, class T, class Proj = std::identity>
Iterator find(Iterator first, Iterator last, const T& value, Proj proj = {})
{
  const detail::CurrentCall call("dash::find");
  detail::require_range("dash::find", first, last);
  return dash::find_if(first, last, detail::EqualsValue{value}, std::move(proj));
}

template <SegmentedRange Range, class T, class Proj = std::identity>
auto find(Range&& range, const T& value, Proj proj = {})
{
  return dash::find(range.begin(), range.end(), value, std::move(proj));
}

DASH_NEEDS_POSITIONS(find)
DASH_NEEDS_POSITIONS(find_if)
DASH_NEEDS_POSITIONS(find_if_not)

}  // namespace dash
