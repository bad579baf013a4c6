#pragma once

/// \file
/// dash::is_sorted and dash::is_sorted_until.

#include <dash/detail/algorithm/SourceViews.h>
#include <dash/detail/algorithm/StrictOrder.h>
#include <dash/detail/base/CurrentCall.h>
#include <dash/detail/execution/ExchangePhase.h>
#include <dash/detail/execution/FunctionObjects.h>
#include <dash/detail/execution/Share.h>
#include <dash/detail/range/RequireRange.h>

#include <functional>
#include <iterator>
#include <optional>
#include <utility>

namespace dash {

namespace detail {

/// Finds the first element of an operand that is less than the preceding one, as an offset from the
/// operand's start.
template <class T, class Compare>
struct IsSortedStep {
  struct Result {
    Position unsorted;  // number of elements if all are sorted
    T last;
  };

  static constexpr auto name = "dash::is_sorted";
  using functions = Functions<Compare>;
  Callable<Compare> less;
  std::optional<T> previous;

  template <class Execution, class In>
  Result operator()(const Execution& exec, const In& in) const
  {
    const T last = exec.value(in.end() - 1);
    if (previous && less.get()(exec.value(in.begin()), *previous)) return {0, last};
    return {exec.is_sorted_until(in.begin(), in.end(), exec.function(less)) - in.begin(), last};
  }
};

/// The position of the first element that is less than the preceding one, or the number of
/// elements. Collective.
///
/// \param is_refused  whether the comparison is refused because of an element; then the result is
///   negative
template <class Step, SegmentedIterator Iterator, class Compare, class Refusal>
Position first_unsorted(
    const Iterator& first, const Iterator& last, Compare& less, Refusal is_refused)
{
  using T = std::iter_value_t<Iterator>;
  Team& team = team_of(first);
  const ExchangePhase phase(team);
  const Share share = share_of(first, last);
  Position unsorted = last - first;
  std::optional<T> previous = element_before(first, share);
  for_each_native_run(
      first + share.begin, share.size(), [&](auto begin, auto end, Position offset) {
        const auto result = run_step(Step{less, previous}, reads(begin, end));
        if (result.unsorted != end - begin) unsorted = share.begin + offset + result.unsorted;
        // A negative position tells all units that the comparison is refused.
        if (is_refused(result.last)) unsorted = -1;
        previous = result.last;
        return unsorted == last - first;
      });
  return min_over_units(team, unsorted);
}

}  // namespace detail

/// End of the longest sorted prefix of a global range, the same on all units.
///
/// Collective over the range's team. Compares neighbours on different units, so it synchronises
/// before and after.
///
/// \param less  whether the first argument is smaller
/// \param proj  what to compare of each element: a function object or a pointer to a member
template <SegmentedIterator Iterator, class Compare = std::less<>, class Proj = std::identity>
Iterator is_sorted_until(
    const Iterator& first, const Iterator& last, Compare less = {}, Proj proj = {})
{
  auto order = detail::projected<std::iter_value_t<Iterator>>(std::move(less), std::move(proj));
  using Step = detail::IsSortedStep<std::iter_value_t<Iterator>, decltype(order)>;
  const detail::CurrentCall call("dash::is_sorted_until");
  if (detail::require_range("dash::is_sorted_until", first, last) == 0) return last;
  const detail::Position unsorted = detail::first_unsorted<Step>(
      first, last, order,
      [&](const auto& element) { return detail::holds_for_itself(order, element); });
  if (unsorted < 0) detail::throw_not_strict_together(detail::team_of(first), "dash::is_sorted");
  return first + unsorted;
}

template <SegmentedRange Range, class Compare = std::less<>, class Proj = std::identity>
auto is_sorted_until(Range&& range, Compare less = {}, Proj proj = {})
{
  return dash::is_sorted_until(range.begin(), range.end(), std::move(less), std::move(proj));
}

/// Whether a global range is sorted. Collective, with the same guarantees as is_sorted_until.
template <SegmentedIterator Iterator, class Compare = std::less<>, class Proj = std::identity>
bool is_sorted(const Iterator& first, const Iterator& last, Compare less = {}, Proj proj = {})
{
  const detail::CurrentCall call("dash::is_sorted");
  detail::require_range("dash::is_sorted", first, last);
  return dash::is_sorted_until(first, last, std::move(less), std::move(proj)) == last;
}

template <SegmentedRange Range, class Compare = std::less<>, class Proj = std::identity>
bool is_sorted(Range&& range, Compare less = {}, Proj proj = {})
{
  return dash::is_sorted(range.begin(), range.end(), std::move(less), std::move(proj));
}

DASH_READS_VIEWS(is_sorted)
DASH_NEEDS_POSITIONS(is_sorted_until)

}  // namespace dash
