#pragma once

/// \file
/// dash::merge.

#include <dash/detail/algorithm/MergeParts.h>
#include <dash/detail/algorithm/MergeSteps.h>
#include <dash/detail/algorithm/SourceViews.h>
#include <dash/detail/base/CurrentCall.h>
#include <dash/detail/execution/CopyElements.h>
#include <dash/detail/execution/ExchangePhase.h>
#include <dash/detail/execution/FunctionObjects.h>
#include <dash/detail/execution/Operand.h>
#include <dash/detail/memory/Scratch.h>
#include <dash/detail/range/RequireRange.h>

#include <functional>
#include <iterator>
#include <utility>

namespace dash {

/// Merges two sorted global ranges to a third one, which does not overlap them. Equivalent elements
/// keep their order, and those of the first range come first.
///
/// Collective over the team of the ranges; reads and writes elements of other units, so it
/// synchronises before and after. The three ranges may be distributed differently. Each unit
/// produces an equal part of the output; GPU units use kernels if these can call the function
/// objects, and both ranges have elements of one type. Each unit needs memory for a copy of its
/// parts of all ranges.
///
/// \param less  the order by which both ranges are sorted
/// \param proj_a, proj_b  what to compare of the elements of each range: function objects or
/// pointers
///   to members. The first one alone is for both ranges; elements of the second range that it
///   does not accept are compared as they are.
/// \throws exception::InvalidArgument if the order holds for an element and itself, like <=
/// \return end of the output, the same on all units
/// \throws exception::OutOfRange if the output is too short
template <
    SegmentedIterator A, SegmentedIterator B, SegmentedIterator Out, class Compare = std::less<>,
    class ProjA = std::identity, class ProjB = detail::SameProjection>
Out merge(
    const A& a, const A& a_last, const B& b, const B& b_last, const Out& out, Compare less = {},
    ProjA proj_a = {}, ProjB proj_b = {})
{
  const detail::CurrentCall call("dash::merge");
  const detail::SortedPair<A, B> ranges("dash::merge", a, a_last, b, b_last);
  detail::require_room("dash::merge", ranges.size(), out);
  detail::require_apart<detail::Overlapping::none>(
      "dash::merge", a, a_last - a, out, ranges.size());
  detail::require_apart<detail::Overlapping::none>(
      "dash::merge", b, b_last - b, out, ranges.size());
  if (ranges.size() == 0) return out;
  auto order = detail::projected_operands<std::iter_value_t<A>, std::iter_value_t<B>>(
      std::move(less), std::move(proj_a), std::move(proj_b));
  Team& team = ranges.team();
  const detail::ExchangePhase phase(team);
  const detail::Position begin = detail::begin_of_equal_part(team, ranges.size());
  const auto parts = ranges.parts_from(team, ranges.cut(begin, order), order);
  const detail::UnitBuffer<std::iter_value_t<Out>> merged(parts.size());
  parts.run(
      detail::MergeStep<decltype(order)>{order}, detail::writes(merged.begin(), merged.end()));
  detail::assign_elements(merged.begin(), merged.end(), out + begin);
  return out + ranges.size();
}

template <
    SegmentedRange A, SegmentedRange B, SegmentedIterator Out, class Compare = std::less<>,
    class ProjA = std::identity, class ProjB = detail::SameProjection>
Out merge(A&& a, B&& b, const Out& out, Compare less = {}, ProjA proj_a = {}, ProjB proj_b = {})
{
  return dash::merge(
      a.begin(), a.end(), b.begin(), b.end(), out, std::move(less), std::move(proj_a),
      std::move(proj_b));
}

DASH_READS_VIEWS(merge)
DASH_NEEDS_TWO_RANGES(merge)

}  // namespace dash
