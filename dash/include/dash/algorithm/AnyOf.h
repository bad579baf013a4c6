#pragma once

/// \file
/// dash::any_of.

#include <dash/algorithm/Find.h>
#include <dash/detail/execution/Execution.h>
#include <dash/detail/range/LocalParts.h>
#include <dash/detail/range/RequireRange.h>
#include <dash/detail/team/Combine.h>
#include <dash/detail/team/Unwinding.h>

#include <utility>

namespace dash {

/// Whether any element of a global range satisfies a predicate.
///
/// Collective over the range's team; returns the same result on all units. Each unit reads its own
/// elements up to the first one that satisfies the predicate.
template <SegmentedIterator Iterator, class Predicate>
bool any_of(Iterator first, Iterator last, Predicate pred)
{
  if (detail::require_range("dash::any_of", first, last) == 0) return false;
  bool hit = false;
  Team& team = detail::team_of(first);
  detail::in_front_of_step(team, [&] {
    detail::for_each_local_part(first, last, [&](auto begin, auto end, auto&&) {
      if (hit) return;
      const auto found =
          detail::run_step(detail::FindStep<Predicate>{pred}, detail::reads(begin, end));
      hit = found != end - begin;
    });
  });
  return detail::any_unit(team, hit);
}

template <SegmentedRange Range, class Predicate>
bool any_of(Range&& range, Predicate pred)
{
  return dash::any_of(range.begin(), range.end(), std::move(pred));
}

}  // namespace dash
