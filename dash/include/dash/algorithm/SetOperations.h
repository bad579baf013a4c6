#pragma once

/// \file
/// Operations on sorted global ranges as multisets: dash::set_union, dash::set_intersection,
/// dash::set_difference and dash::set_symmetric_difference.

#include <dash/detail/algorithm/MergeParts.h>
#include <dash/detail/algorithm/MergeSteps.h>
#include <dash/detail/algorithm/SourceViews.h>
#include <dash/detail/base/CurrentCall.h>
#include <dash/detail/execution/ExchangePhase.h>
#include <dash/detail/execution/FunctionObjects.h>
#include <dash/detail/execution/Operand.h>
#include <dash/detail/execution/SetOperation.h>
#include <dash/detail/execution/UnitOrder.h>
#include <dash/detail/memory/Scratch.h>
#include <dash/detail/range/RequireRange.h>

#include <cstddef>
#include <functional>
#include <iterator>
#include <utility>

namespace dash {

namespace detail {

/// Applies an operation to the parts of two sorted ranges that belong to the calling unit, and
/// assigns the results of all units, one after the other, to \c out. Equivalent elements are all in
/// the part of one unit. Collective.
template <
    SetOperation operation, class A, class B, class Out, class Compare, class ProjA, class ProjB>
Out set_operation(
    const char* algorithm, const A& a, const A& a_last, const B& b, const B& b_last, const Out& out,
    Compare less, ProjA proj_a, ProjB proj_b)
{
  const CurrentCall call(algorithm);
  const SortedPair<A, B> ranges(algorithm, a, a_last, b, b_last);
  if (ranges.size() == 0) return out;
  auto order = projected_operands<std::iter_value_t<A>, std::iter_value_t<B>>(
      std::move(less), std::move(proj_a), std::move(proj_b));
  Team& team = ranges.team();
  ExchangePhase phase(team);
  const auto begin = ranges.cut_between_groups(begin_of_equal_part(team, ranges.size()), order);
  const auto parts = ranges.parts_from(team, begin, order);
  const UnitBuffer<std::iter_value_t<Out>> kept(parts.size());
  const std::ptrdiff_t n =
      parts.run(SetStep<operation, decltype(order)>{order}, writes(kept.begin(), kept.end()));
  return assign_in_unit_order(algorithm, team, kept.begin(), kept.begin() + n, out);
}

}  // namespace detail

/// Merges two sorted global ranges; of equivalent elements, which occur m times in the first range
/// and n times in the second, max(m, n) remain: all of the first range, and then the last ones of
/// the second. The output does not overlap the ranges.
///
/// Collective over the team of the ranges; reads and writes elements of other units, so it
/// synchronises before and after. The three ranges may be distributed differently. Each unit
/// handles an equal part of the elements, but all elements that are equivalent are handled by one
/// unit. GPU units use kernels if these can call the function objects, and both ranges have
/// elements of one type. Each unit needs memory for a copy of its parts of both ranges, and for as
/// many results; kernels need as much again.
///
/// \param less  the order by which both ranges are sorted
/// \param proj_a, proj_b  what to compare of the elements of each range: function objects or
/// pointers
///   to members. The first one alone is for both ranges; elements of the second range that it
///   does not accept are compared as they are.
/// \throws exception::InvalidArgument if the order holds for an element and itself, like <=
/// \return end of the output, the same on all units
/// \throws exception::OutOfRange on all units, before anything is written, if the output is too
///   short
template <
    SegmentedIterator A, SegmentedIterator B, SegmentedIterator Out, class Compare = std::less<>,
    class ProjA = std::identity, class ProjB = detail::SameProjection>
Out set_union(
    const A& a, const A& a_last, const B& b, const B& b_last, const Out& out, Compare less = {},
    ProjA proj_a = {}, ProjB proj_b = {})
{
  return detail::set_operation<detail::SetOperation::all>(
      "dash::set_union", a, a_last, b, b_last, out, std::move(less), std::move(proj_a),
      std::move(proj_b));
}

template <
    SegmentedRange A, SegmentedRange B, SegmentedIterator Out, class Compare = std::less<>,
    class ProjA = std::identity, class ProjB = detail::SameProjection>
Out set_union(A&& a, B&& b, const Out& out, Compare less = {}, ProjA proj_a = {}, ProjB proj_b = {})
{
  return dash::set_union(
      a.begin(), a.end(), b.begin(), b.end(), out, std::move(less), std::move(proj_a),
      std::move(proj_b));
}

/// Copies the elements of the first sorted range that are also in the second: of equivalent
/// elements, which occur m and n times, the first min(m, n). Collective, with the same guarantees
/// as set_union.
template <
    SegmentedIterator A, SegmentedIterator B, SegmentedIterator Out, class Compare = std::less<>,
    class ProjA = std::identity, class ProjB = detail::SameProjection>
Out set_intersection(
    const A& a, const A& a_last, const B& b, const B& b_last, const Out& out, Compare less = {},
    ProjA proj_a = {}, ProjB proj_b = {})
{
  return detail::set_operation<detail::SetOperation::in_both>(
      "dash::set_intersection", a, a_last, b, b_last, out, std::move(less), std::move(proj_a),
      std::move(proj_b));
}

template <
    SegmentedRange A, SegmentedRange B, SegmentedIterator Out, class Compare = std::less<>,
    class ProjA = std::identity, class ProjB = detail::SameProjection>
Out set_intersection(
    A&& a, B&& b, const Out& out, Compare less = {}, ProjA proj_a = {}, ProjB proj_b = {})
{
  return dash::set_intersection(
      a.begin(), a.end(), b.begin(), b.end(), out, std::move(less), std::move(proj_a),
      std::move(proj_b));
}

/// Copies the elements of the first sorted range that are not in the second: of equivalent
/// elements, which occur m and n times, the last max(m - n, 0). Collective, with the same
/// guarantees as set_union.
template <
    SegmentedIterator A, SegmentedIterator B, SegmentedIterator Out, class Compare = std::less<>,
    class ProjA = std::identity, class ProjB = detail::SameProjection>
Out set_difference(
    const A& a, const A& a_last, const B& b, const B& b_last, const Out& out, Compare less = {},
    ProjA proj_a = {}, ProjB proj_b = {})
{
  return detail::set_operation<detail::SetOperation::in_first_only>(
      "dash::set_difference", a, a_last, b, b_last, out, std::move(less), std::move(proj_a),
      std::move(proj_b));
}

template <
    SegmentedRange A, SegmentedRange B, SegmentedIterator Out, class Compare = std::less<>,
    class ProjA = std::identity, class ProjB = detail::SameProjection>
Out set_difference(
    A&& a, B&& b, const Out& out, Compare less = {}, ProjA proj_a = {}, ProjB proj_b = {})
{
  return dash::set_difference(
      a.begin(), a.end(), b.begin(), b.end(), out, std::move(less), std::move(proj_a),
      std::move(proj_b));
}

/// Copies the elements that are in one of two sorted ranges and not in the other: of equivalent
/// elements, which occur m and n times, the last |m - n| of the range that has more. Collective,
/// with the same guarantees as set_union.
template <
    SegmentedIterator A, SegmentedIterator B, SegmentedIterator Out, class Compare = std::less<>,
    class ProjA = std::identity, class ProjB = detail::SameProjection>
Out set_symmetric_difference(
    const A& a, const A& a_last, const B& b, const B& b_last, const Out& out, Compare less = {},
    ProjA proj_a = {}, ProjB proj_b = {})
{
  return detail::set_operation<detail::SetOperation::in_one_only>(
      "dash::set_symmetric_difference", a, a_last, b, b_last, out, std::move(less),
      std::move(proj_a), std::move(proj_b));
}

template <
    SegmentedRange A, SegmentedRange B, SegmentedIterator Out, class Compare = std::less<>,
    class ProjA = std::identity, class ProjB = detail::SameProjection>
Out set_symmetric_difference(
    A&& a, B&& b, const Out& out, Compare less = {}, ProjA proj_a = {}, ProjB proj_b = {})
{
  return dash::set_symmetric_difference(
      a.begin(), a.end(), b.begin(), b.end(), out, std::move(less), std::move(proj_a),
      std::move(proj_b));
}

DASH_READS_VIEWS(set_union)
DASH_NEEDS_TWO_RANGES(set_union)
DASH_READS_VIEWS(set_intersection)
DASH_NEEDS_TWO_RANGES(set_intersection)
DASH_READS_VIEWS(set_difference)
DASH_NEEDS_TWO_RANGES(set_difference)
DASH_READS_VIEWS(set_symmetric_difference)
DASH_NEEDS_TWO_RANGES(set_symmetric_difference)

}  // namespace dash
