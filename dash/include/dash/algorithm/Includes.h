#pragma once

/// \file
/// dash::includes.

#include <dash/detail/algorithm/MergeParts.h>
#include <dash/detail/algorithm/MergeSteps.h>
#include <dash/detail/algorithm/SourceViews.h>
#include <dash/detail/base/CurrentCall.h>
#include <dash/detail/execution/ExchangePhase.h>
#include <dash/detail/execution/FunctionObjects.h>
#include <dash/detail/range/RequireRange.h>
#include <dash/detail/team/Combine.h>

#include <functional>
#include <iterator>
#include <utility>

namespace dash {

/// Whether a sorted global range has all elements of another one, each at least as many times; the
/// same on all units.
///
/// Collective over the team of the ranges. Reads elements of other units, so it synchronises before
/// and after. The ranges may be distributed differently. Each unit handles an equal part of the
/// elements, but all elements that are equivalent are handled by one unit. GPU units use kernels if
/// these can call the function objects, and both ranges have elements of one type.
///
/// \param less  the order by which both ranges are sorted
/// \param proj_a, proj_b  what to compare of the elements of each range: function objects or
/// pointers
///   to members. The first one alone is for both ranges; elements of the second range that it
///   does not accept are compared as they are.
template <
    SegmentedIterator A, SegmentedIterator B, class Compare = std::less<>,
    class ProjA = std::identity, class ProjB = detail::SameProjection>
bool includes(
    const A& a, const A& a_last, const B& b, const B& b_last, Compare less = {}, ProjA proj_a = {},
    ProjB proj_b = {})
{
  const detail::CurrentCall call("dash::includes");
  const detail::SortedPair<A, B> ranges("dash::includes", a, a_last, b, b_last);
  if (ranges.size() == 0) return true;
  auto order = detail::projected_operands<std::iter_value_t<A>, std::iter_value_t<B>>(
      std::move(less), std::move(proj_a), std::move(proj_b));
  Team& team = ranges.team();
  const detail::ExchangePhase phase(team);
  const auto begin =
      ranges.cut_between_groups(detail::begin_of_equal_part(team, ranges.size()), order);
  const auto parts = ranges.parts_from(team, begin, order);
  const bool has_all = parts.run(detail::IncludesStep<decltype(order)>{order});
  return !detail::any_unit(team, !has_all);
}

template <
    SegmentedRange A, SegmentedRange B, class Compare = std::less<>, class ProjA = std::identity,
    class ProjB = detail::SameProjection>
bool includes(A&& a, B&& b, Compare less = {}, ProjA proj_a = {}, ProjB proj_b = {})
{
  return dash::includes(
      a.begin(), a.end(), b.begin(), b.end(), std::move(less), std::move(proj_a),
      std::move(proj_b));
}

DASH_READS_VIEWS(includes)
DASH_NEEDS_TWO_RANGES(includes)

}  // namespace dash
