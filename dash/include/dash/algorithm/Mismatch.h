#pragma once

/// \file
/// dash::mismatch.

#include <dash/detail/algorithm/SourceViews.h>
#include <dash/detail/base/CurrentCall.h>
#include <dash/detail/execution/CorrespondingRuns.h>
#include <dash/detail/execution/Execution.h>
#include <dash/detail/execution/FunctionObjects.h>
#include <dash/detail/range/RequireRange.h>
#include <dash/detail/team/Unwinding.h>

#include <algorithm>
#include <functional>
#include <iterator>
#include <utility>

namespace dash {

namespace detail {

/// Offset of the first difference of two operands, or their number of elements if there is none.
template <class Predicate>
struct MismatchStep {
  static constexpr auto name = "dash::mismatch";
  static constexpr bool runs_at_places = true;
  using functions = Functions<Predicate>;
  Callable<Predicate> equal;

  template <class Execution, class A, class B>
  Position operator()(const Execution& exec, const A& a, const B& b) const
  {
    return exec.mismatch(a.begin(), a.end(), b.begin(), exec.function(equal)).first - a.begin();
  }
};

/// First position at which two ranges differ, or the number of positions if there is none.
/// Collective.
template <SegmentedIterator Iterator, class Other, class Predicate>
Position first_difference(
    const Iterator& first, const Iterator& last, const Other& other, Predicate& equal)
{
  const CurrentCall call(MismatchStep<Predicate>::name);
  const Position size = require_range(MismatchStep<Predicate>::name, first, last);
  require_room(MismatchStep<Predicate>::name, size, other);
  if (size == 0) return 0;
  Position difference = size;
  Team& team = team_of(first);
  in_front_of_step(team, [&] {
    synchronized_unless_aligned(first, last, other, [&] {
      const auto compare_run = [&](auto&& position_of, auto begin, auto end, auto other_begin) {
        const Position part = end - begin;
        const Position found = run_step(
            MismatchStep<Predicate>{equal}, reads(begin, end),
            reads(other_begin, other_begin + part));
        if (found != part) difference = position_of(begin + found);
        return found == part;
      };
      using Work = StepOn<MismatchStep<Predicate>, Access::read, Access::read>;
      for_each_corresponding_run<Work, FirstBlocks::small>(first, last, compare_run, other);
    });
  });
  difference = min_over_units(team, difference);
  return difference;
}

}  // namespace detail

/// First position at which two ranges differ, as iterators to it; iterators to the ends if there is
/// none.
///
/// Collective over the first range's team; returns the same result on all units. Units compare
/// their own elements of the first range or, if the ranges are distributed differently and elements
/// of one of them lie in many short runs, those of some positions, as transform describes.
/// Synchronises before and after unless both are distributed alike.
///
/// \param equal  whether two elements are equal
/// \param proj_a, proj_b  what to compare of the elements of each range: function objects or
///   pointers to members
template <
    SegmentedIterator Iterator, class Other, class Predicate = std::equal_to<>,
    class ProjA = std::identity, class ProjB = std::identity>
std::pair<Iterator, Other> mismatch(
    const Iterator& first, const Iterator& last, const Other& other, Predicate equal = {},
    ProjA proj_a = {}, ProjB proj_b = {})
{
  auto same = detail::projected_pair<std::iter_value_t<Iterator>, std::iter_value_t<Other>>(
      std::move(equal), std::move(proj_a), std::move(proj_b));
  const auto position = detail::first_difference(first, last, other, same);
  return {first + position, other + position};
}

/// The same for two ranges that may have different numbers of elements: it compares as many as the
/// shorter one has.
template <
    SegmentedIterator Iterator, std::random_access_iterator Other,
    class Predicate = std::equal_to<>, class ProjA = std::identity, class ProjB = std::identity>
std::pair<Iterator, Other> mismatch(
    const Iterator& first, const Iterator& last, const Other& other, const Other& other_last,
    Predicate equal = {}, ProjA proj_a = {}, ProjB proj_b = {})
{
  const auto size = std::min<detail::Position>(
      detail::require_range("dash::mismatch", first, last),
      detail::require_range("dash::mismatch", other, other_last));
  return dash::mismatch(
      first, first + size, other, std::move(equal), std::move(proj_a), std::move(proj_b));
}

template <
    SegmentedRange Range, SegmentedRange Other, class Predicate = std::equal_to<>,
    class ProjA = std::identity, class ProjB = std::identity>
auto mismatch(
    Range&& range, Other&& other, Predicate equal = {}, ProjA proj_a = {}, ProjB proj_b = {})
{
  return dash::mismatch(
      range.begin(), range.end(), other.begin(), other.end(), std::move(equal), std::move(proj_a),
      std::move(proj_b));
}

DASH_NEEDS_POSITIONS_OF_TWO(mismatch)

}  // namespace dash
