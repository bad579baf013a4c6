#pragma once

/// \file
/// dash::remove, dash::remove_if, and their forms that copy.

#include <dash/algorithm/CopyIf.h>
#include <dash/detail/algorithm/SourceViews.h>
#include <dash/detail/base/CurrentCall.h>
#include <dash/detail/execution/ExchangePhase.h>
#include <dash/detail/execution/Execution.h>
#include <dash/detail/execution/FunctionObjects.h>
#include <dash/detail/execution/Share.h>
#include <dash/detail/execution/UnitOrder.h>
#include <dash/detail/range/RequireRange.h>

#include <algorithm>
#include <functional>
#include <iterator>
#include <utility>

namespace dash {

namespace detail {

/// Copies the elements of an operand that do not satisfy the predicate. \return number of elements
/// copied
template <class Predicate>
struct RemoveStep {
  static constexpr auto name = "dash::remove_if";
  static constexpr bool stores_elements = true;
  using functions = Functions<Predicate>;
  Callable<Negated<Predicate>> keeps;

  template <class Execution, class In, class Out>
  Position operator()(const Execution& exec, const In& in, const Out& out) const
  {
    return exec.copy_if(in.begin(), in.end(), out.begin(), exec.function(keeps)) - out.begin();
  }
};

}  // namespace detail

/// Moves the elements that do not satisfy a predicate to the front, in their order; the rest of the
/// range has unspecified values.
///
/// Collective over the range's team; moves elements between units, so it synchronises before and
/// after. Each unit examines about as many elements as it owns, and needs memory for a copy of
/// them; a unit alone moves them in place, so the predicate must not look at others of them.
///
/// \param proj  what to examine of each element: a function object or a pointer to a member
/// \return end of the elements that are left, the same on all units
template <SegmentedIterator Iterator, class Predicate, class Proj = std::identity>
Iterator remove_if(const Iterator& first, const Iterator& last, Predicate pred, Proj proj = {})
{
  const detail::CurrentCall call("dash::remove_if");
  const detail::Position size = detail::require_range("dash::remove_if", first, last);
  if (size == 0) return last;
  auto satisfies = detail::projected<std::iter_value_t<Iterator>>(std::move(pred), std::move(proj));
  Team& team = detail::team_of(first);
  detail::ExchangePhase phase(team);
  detail::Position left = 0;
  const auto keep_own = [&](auto* begin, auto* end) {
    left = std::remove_if(begin, end, detail::by_reference(satisfies)) - begin;
  };
  if (detail::rearranged_in_place(first, size, first, keep_own)) return first + left;
  const detail::Share share = detail::share_of(first, last);
  const detail::UnitBuffer<std::iter_value_t<Iterator>> buffer(share.size());
  auto* kept_end = buffer.begin();
  using Satisfies = decltype(satisfies);
  detail::Negated<Satisfies> keeps{std::move(satisfies)};
  detail::for_each_native_run(first + share.begin, share.size(), [&](auto begin, auto end, auto) {
    kept_end += detail::run_step(
        detail::RemoveStep<Satisfies>{keeps}, detail::reads(begin, end),
        detail::writes(kept_end, kept_end + (end - begin)));
  });
  phase.all_have_read();
  return detail::assign_in_unit_order("dash::remove_if", team, buffer.begin(), kept_end, first);
}

template <SegmentedRange Range, class Predicate, class Proj = std::identity>
auto remove_if(Range&& range, Predicate pred, Proj proj = {})
{
  return dash::remove_if(range.begin(), range.end(), std::move(pred), std::move(proj));
}

/// Removes the elements that equal \c value. Collective, with the same guarantees as remove_if.
template <SegmentedIterator Iterator, class T, class Proj = std::identity>
Iterator remove(const Iterator& first, const Iterator& last, const T& value, Proj proj = {})
{
  const detail::CurrentCall call("dash::remove");
  detail::require_range("dash::remove", first, last);
  return dash::remove_if(first, last, detail::EqualsValue{value}, std::move(proj));
}

template <SegmentedRange Range, class T, class Proj = std::identity>
auto remove(Range&& range, const T& value, Proj proj = {})
{
  return dash::remove(range.begin(), range.end(), value, std::move(proj));
}

/// Copies the elements that do not satisfy a predicate, in their order, to a global range that does
/// not overlap the input. Collective, with the same guarantees as copy_if.
/// \return end of the output, the same on all units
template <
    SegmentedIterator Iterator, SegmentedIterator Out, class Predicate, class Proj = std::identity>
Out remove_copy_if(
    const Iterator& first, const Iterator& last, const Out& out, Predicate pred, Proj proj = {})
{
  return dash::copy_if(first, last, out, detail::negated(std::move(pred)), std::move(proj));
}

template <SegmentedRange Range, SegmentedIterator Out, class Predicate, class Proj = std::identity>
Out remove_copy_if(Range&& range, const Out& out, Predicate pred, Proj proj = {})
{
  return dash::remove_copy_if(range.begin(), range.end(), out, std::move(pred), std::move(proj));
}

/// Copies the elements that do not equal \c value. Collective, with the same guarantees as copy_if.
template <SegmentedIterator Iterator, SegmentedIterator Out, class T, class Proj = std::identity>
Out remove_copy(
    const Iterator& first, const Iterator& last, const Out& out, const T& value, Proj proj = {})
{
  return dash::remove_copy_if(first, last, out, detail::EqualsValue{value}, std::move(proj));
}

template <SegmentedRange Range, SegmentedIterator Out, class T, class Proj = std::identity>
Out remove_copy(Range&& range, const Out& out, const T& value, Proj proj = {})
{
  return dash::remove_copy(range.begin(), range.end(), out, value, std::move(proj));
}

DASH_NEEDS_POSITIONS(remove)
DASH_NEEDS_POSITIONS(remove_if)
DASH_READS_VIEWS(remove_copy)
DASH_READS_VIEWS(remove_copy_if)

}  // namespace dash
