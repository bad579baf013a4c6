#pragma once

/// \file
/// dash::partition, dash::stable_partition, dash::partition_copy, dash::partition_point and
/// dash::is_partitioned.

#include <dash/algorithm/Find.h>
#include <dash/algorithm/NoneOf.h>
#include <dash/detail/algorithm/SortedSearch.h>
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

namespace detail {

/// Copies an operand to two outputs. \return number of elements that satisfy the predicate
template <class Predicate>
struct PartitionStep {
  static constexpr auto name = "dash::partition";
  static constexpr bool stores_elements = true;
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

/// Copies of the elements of a share that satisfy a predicate, and of the others, in their order.
template <class T>
class SplitShare {
 public:
  template <class Iterator, class Predicate>
  SplitShare(const Iterator& first, const Share& share, Predicate satisfies)
      : chosen_(share.size()),
        others_(share.size())
  {
    for_each_native_run(first + share.begin, share.size(), [&](auto begin, auto end, auto) {
      const auto size = end - begin;
      T* const chosen_end = chosen_.begin() + chosen_size_;
      T* const others_end = others_.begin() + others_size_;
      const auto n = run_step(
          PartitionStep<Predicate>{satisfies}, reads(begin, end),
          writes(chosen_end, chosen_end + size), writes(others_end, others_end + size));
      chosen_size_ += n;
      others_size_ += size - n;
    });
  }

  /// \{ Assign the copies of all units to global ranges. Collective. \return the end of the range
  template <class Out>
  Out assign_chosen(const char* algorithm, Team& team, const Out& out) const
  {
    return assign_in_unit_order(
        algorithm, team, chosen_.begin(), chosen_.begin() + chosen_size_, out);
  }
  template <class Out>
  Out assign_others(const char* algorithm, Team& team, const Out& out) const
  {
    return assign_in_unit_order(
        algorithm, team, others_.begin(), others_.begin() + others_size_, out);
  }
  /// \}

 private:
  UnitBuffer<T> chosen_, others_;
  Position chosen_size_ = 0, others_size_ = 0;
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
  constexpr const char* name = "dash::partition";
  const detail::CurrentCall call(name);
  if (detail::require_range(name, first, last) == 0) return last;
  auto satisfies = detail::projected<std::iter_value_t<Iterator>>(std::move(pred), std::move(proj));
  Team& team = detail::team_of(first);
  detail::ExchangePhase phase(team);
  const detail::SplitShare<std::iter_value_t<Iterator>> split(
      first, detail::share_of(first, last), satisfies);
  phase.all_have_read();
  const Iterator middle = split.assign_chosen(name, team, first);
  split.assign_others(name, team, middle);
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

/// Copies the elements that satisfy a predicate to one global range and the others to another one,
/// both in their order. The outputs do not overlap the input or each other.
///
/// Collective over the input's team; moves elements between units, so it synchronises before and
/// after.
///
/// \param proj  what to examine of each element: a function object or a pointer to a member
/// \return ends of both outputs, the same on all units
/// \throws exception::OutOfRange on all units if an output is too short
template <
    SegmentedIterator Iterator, SegmentedIterator Chosen, SegmentedIterator Others, class Predicate,
    class Proj = std::identity>
std::pair<Chosen, Others> partition_copy(
    const Iterator& first, const Iterator& last, const Chosen& chosen, const Others& others,
    Predicate pred, Proj proj = {})
{
  constexpr const char* name = "dash::partition_copy";
  const detail::CurrentCall call(name);
  if (detail::require_range(name, first, last) == 0) return {chosen, others};
  auto satisfies = detail::projected<std::iter_value_t<Iterator>>(std::move(pred), std::move(proj));
  Team& team = detail::team_of(first);
  const detail::ExchangePhase phase(team);
  const detail::SplitShare<std::iter_value_t<Iterator>> split(
      first, detail::share_of(first, last), satisfies);
  const Chosen chosen_end = split.assign_chosen(name, team, chosen);
  return {chosen_end, split.assign_others(name, team, others)};
}

template <
    SegmentedRange Range, SegmentedIterator Chosen, SegmentedIterator Others, class Predicate,
    class Proj = std::identity>
std::pair<Chosen, Others> partition_copy(
    Range&& range, const Chosen& chosen, const Others& others, Predicate pred, Proj proj = {})
{
  return dash::partition_copy(
      range.begin(), range.end(), chosen, others, std::move(pred), std::move(proj));
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
DASH_READS_VIEWS(partition_copy)
DASH_NEEDS_POSITIONS(partition)
DASH_NEEDS_POSITIONS(stable_partition)
DASH_NEEDS_POSITIONS(partition_point)

}  // namespace dash
