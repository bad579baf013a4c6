#pragma once

/// \file
/// dash::any_of.

#include <dash/algorithm/Find.h>
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

/// Whether any element of a global range satisfies a predicate.
///
/// Collective over the range's team; returns the same result on all units. Each unit reads its own
/// elements up to the first one that satisfies the predicate.
///
/// \param proj  what to examine of each element: a function object or a pointer to a member
template <SegmentedIterator Iterator, class Predicate, class Proj = std::identity>
bool any_of(Iterator first, Iterator last, Predicate pred, Proj proj = {})
{
  const detail::CurrentCall call("dash::any_of");
  if (detail::require_range("dash::any_of", first, last) == 0) return false;
  auto satisfies = detail::projected<std::iter_value_t<Iterator>>(std::move(pred), std::move(proj));
  bool hit = false;
  Team& team = detail::team_of(first);
  detail::in_front_of_step(team, [&] {
    detail::for_each_part_read(first, last, [&](auto begin, auto end, auto&&) {
      const auto found = detail::run_step(
          detail::FindStep<decltype(satisfies)>{satisfies}, detail::reads(begin, end));
      hit = found != end - begin;
      return !hit;
    });
  });
  return detail::any_unit(team, hit);
}

template <SegmentedRange Range, class Predicate, class Proj = std::identity>
bool any_of(Range&& range, Predicate pred, Proj proj = {})
{
  return dash::any_of(range.begin(), range.end(), std::move(pred), std::move(proj));
}

DASH_READS_VIEWS(any_of)

}  // namespace dash
