#pragma once

/// \file
/// dash::partition, dash::stable_partition, dash::partition_point and dash::is_partitioned.

#include <dash/algorithm/Find.h>
#include <dash/algorithm/NoneOf.h>
#include <dash/detail/algorithm/SortedSearch.h>
#include <dash/detail/algorithm/SourceViews.h>
#include <dash/detail/base/CurrentCall.h>
#include <dash/detail/execution/Execution.h>
#include <dash/detail/execution/FunctionObjects.h>
#include <dash/detail/execution/Share.h>
#include <dash/detail/range/RequireRange.h>

#include <functional>
#include <iterator>
#include <utility>

namespace dash {

namespace detail {

/// Copies an operand to two outputs. \return number of elements that satisfy the predicate
template <class Predicate>
struct PartitionStep {
  static constexpr auto name = "dash::partition";
  using functions = Functions<Predicate>;
  Callable<Predicate> pred;

  template <class Execution, class In, class Out>
  Position operator()(
      const Execution& exec, const In& in, const Out& chosen, const Out& others) const
  {
    const auto ends = exec.stable_partition_copy(
        in.begin(), in.end(), chosen.begin(), others.begin(), exec.function(pred));
    return ends.first - chosen.begin();
  }
};

}  // namespace detail

/// Moves the elements that satisfy a predicate in front of the others; both groups keep their
/// order.
///
/// Collective over the range's team; moves elements between units, so it synchronises before and
/// after.
///
/// \param proj  what to examine of each element: a function object or a pointer to a member
/// \return first element that does not satisfy the predicate, the same on all units
template <SegmentedIterator Iterator, class Predicate, class Proj = std::identity>
Iterator partition(const Iterator& first, const Iterator& last, Predicate pred, Proj proj = {})
{
  const detail::CurrentCall call("dash::partition");
  if (detail::require_range("dash::partition", first, last) == 0) return last;
  auto satisfies = detail::projected<std::iter_value_t<Iterator>>(std::move(pred), std::move(proj));
  Team& team = detail::team_of(first);
  detail::ExchangePhase phase(team);
  const detail::Share share = detail::share_of(first, last);
  using Buffer = detail::UnitBuffer<std::iter_value_t<Iterator>>;
  const Buffer chosen(share.size()), others(share.size());
  auto* chosen_end = chosen.begin();
  auto* others_end = others.begin();
  detail::for_each_native_run(first + share.begin, share.size(), [&](auto begin, auto end, auto) {
    const auto size = end - begin;
    const auto n = detail::run_step(
        detail::PartitionStep<decltype(satisfies)>{satisfies}, detail::reads(begin, end),
        detail::writes(chosen_end, chosen_end + size),
        detail::writes(others_end, others_end + size));
    chosen_end += n;
    others_end += size - n;
  });
  phase.all_have_read();
  constexpr const char* name = "dash::partition";
  const Iterator middle =
      detail::assign_in_unit_order(name, team, chosen.begin(), chosen_end, first);
  detail::assign_in_unit_order(name, team, others.begin(), others_end, middle);
  return middle;
}

template <SegmentedRange Range, class Predicate, class Proj = std::identity>
auto partition(Range&& range, Predicate pred, Proj proj = {})
{
  return dash::partition(range.begin(), range.end(), std::move(pred), std::move(proj));
}

/// Does the same as partition, which keeps the order of both groups, under the name in the standard
/// library. Collective, with the same guarantees.
template <SegmentedIterator Iterator, class Predicate, class Proj = std::identity>
Iterator stable_partition(
    const Iterator& first, const Iterator& last, Predicate pred, Proj proj = {})
{
  const detail::CurrentCall call("dash::stable_partition");
  detail::require_range("dash::stable_partition", first, last);
  return dash::partition(first, last, std::move(pred), std::move(proj));
}

template <SegmentedRange Range, class Predicate, class Proj = std::identity>
auto stable_partition(Range&& range, Predicate pred, Proj proj = {})
{
  return dash::stable_partition(range.begin(), range.end(), std::move(pred), std::move(proj));
}

/// First element that does not satisfy a predicate, in a global range in which the elements that
/// satisfy it come first; \c last if there is none.
///
/// Collective over the range's team; returns the same result on all units. Each unit reads a
/// logarithmic number of its own elements, wherever these lie in the range.
///
/// \param proj  what to examine of each element: a function object or a pointer to a member
template <SegmentedIterator Iterator, class Predicate, class Proj = std::identity>
Iterator partition_point(
    const Iterator& first, const Iterator& last, Predicate pred, Proj proj = {})
{
  const detail::CurrentCall call("dash::partition_point");
  if (detail::require_range("dash::partition_point", first, last) == 0) return last;
  return first +
         detail::global_partition_point(
             first, last,
             detail::projected<std::iter_value_t<Iterator>>(std::move(pred), std::move(proj)));
}

template <SegmentedRange Range, class Predicate, class Proj = std::identity>
auto partition_point(Range&& range, Predicate pred, Proj proj = {})
{
  return dash::partition_point(range.begin(), range.end(), std::move(pred), std::move(proj));
}

/// Whether the elements that satisfy a predicate come before all others. Collective, with the same
/// guarantees as find_if_not.
/// \param proj  what to examine of each element: a function object or a pointer to a member
template <SegmentedIterator Iterator, class Predicate, class Proj = std::identity>
bool is_partitioned(const Iterator& first, const Iterator& last, Predicate pred, Proj proj = {})
{
  return dash::none_of(dash::find_if_not(first, last, pred, proj), last, pred, proj);
}

template <SegmentedRange Range, class Predicate, class Proj = std::identity>
bool is_partitioned(Range&& range, Predicate pred, Proj proj = {})
{
  return dash::is_partitioned(range.begin(), range.end(), std::move(pred), std::move(proj));
}

DASH_READS_VIEWS(is_partitioned)
DASH_NEEDS_POSITIONS(partition)
DASH_NEEDS_POSITIONS(stable_partition)
DASH_NEEDS_POSITIONS(partition_point)

}  // namespace dash
