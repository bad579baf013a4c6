#pragma once

/// \file
/// dash::nth_element.

#include <dash/detail/algorithm/SourceViews.h>
#include <dash/detail/algorithm/StrictOrder.h>
#include <dash/detail/base/CurrentCall.h>
#include <dash/detail/execution/FunctionObjects.h>
#include <dash/detail/execution/Share.h>
#include <dash/detail/range/RequireRange.h>

#include <algorithm>
#include <functional>
#include <iterator>
#include <optional>
#include <utility>
#include <vector>

namespace dash {

namespace detail {

/// A value near the median of all units' candidates: the weighted median of the units' medians.
template <class T, class Compare>
T median_of_medians(const char* algorithm, Team& team, std::vector<T>& candidates, Compare& less)
{
  struct Median {
    Position weight;
    T value;
  };
  Median mine{static_cast<Position>(candidates.size()), T{}};
  if (!candidates.empty()) {
    // A negative weight tells all units that the comparison is refused.
    if (holds_for_itself(less, candidates.front())) mine.weight = -1;
  }
  if (mine.weight > 0) {
    const auto middle = candidates.begin() + static_cast<Position>(candidates.size() / 2);
    std::nth_element(candidates.begin(), middle, candidates.end(), std::ref(less));
    mine.value = *middle;
  }
  auto medians = gather_from_all(team, mine);
  if (std::any_of(medians.begin(), medians.end(), [](const Median& m) { return m.weight < 0; })) {
    throw_not_strict_together(team, algorithm);
  }
  std::erase_if(medians, [](const Median& median) { return median.weight == 0; });
  std::sort(medians.begin(), medians.end(), [&](const Median& a, const Median& b) {
    return less(a.value, b.value);
  });
  Position total = 0;
  for (const auto& median : medians) total += median.weight;
  Position before = 0;
  for (const auto& median : medians) {
    before += median.weight;
    if (2 * before >= total) return median.value;
  }
  return medians.back().value;
}

/// The value of rank \c rank among the candidates of all units. Collective; returns the same on all
/// units. Each round discards at least a quarter of the candidates.
template <class T, class Compare>
T select(const char* algorithm, Team& team, std::vector<T> candidates, Position rank, Compare& less)
{
  for (;;) {
    const T pivot = median_of_medians(algorithm, team, candidates, less);
    const auto is_less = [&](const T& value) { return less(value, pivot); };
    const auto is_greater = [&](const T& value) { return less(pivot, value); };
    const auto lower = std::partition(candidates.begin(), candidates.end(), is_less);
    const auto upper = std::partition(lower, candidates.end(), std::not_fn(is_greater));
    const Position below = sum_over_units(team, Position(lower - candidates.begin()));
    const Position equal = sum_over_units(team, Position(upper - lower));
    if (rank < below) {
      candidates.erase(lower, candidates.end());
    } else if (rank < below + equal) {
      return pivot;
    } else {
      candidates.erase(candidates.begin(), upper);
      rank -= below + equal;
    }
  }
}

/// Implements nth_element.
template <SegmentedIterator Iterator, class Compare>
void nth_element(
    const char* algorithm, const Iterator& first, const Iterator& nth, const Iterator& last,
    Compare less)
{
  using T = stored_value<Iterator>;
  const CurrentCall call(algorithm);
  require_range(algorithm, first, nth);
  require_range(algorithm, nth, last);
  if (nth == last) return;
  Team& team = team_of(first);
  ExchangePhase phase(team);
  auto smaller = elements_of(first, share_of(first, last));
  const T pivot = select(algorithm, team, smaller, nth - first, less);
  std::vector<T> equivalent, larger;
  std::erase_if(smaller, [&](const T& element) {
    if (less(element, pivot)) return false;
    (less(pivot, element) ? larger : equivalent).push_back(element);
    return true;
  });
  phase.all_have_read();
  Iterator out = first;
  for (const auto* group : {&smaller, &equivalent, &larger}) {
    out = assign_in_unit_order(algorithm, team, *group, out);
  }
}

}  // namespace detail

/// Moves the element to \c nth that would be there if the range were sorted, smaller elements in
/// front of it and larger ones behind it.
///
/// Collective over the range's team; moves elements between units, so it synchronises before and
/// after.
///
/// \param less  whether the first argument is smaller
/// \param proj  what to compare of each element: a function object or a pointer to a member
/// \throws exception::InvalidArgument if the comparison holds for an element and itself, like <=
template <SegmentedIterator Iterator, class Compare = std::less<>, class Proj = std::identity>
void nth_element(
    const Iterator& first, const Iterator& nth, const Iterator& last, Compare less = {},
    Proj proj = {})
{
  detail::nth_element(
      "dash::nth_element", first, nth, last,
      detail::projected<std::iter_value_t<Iterator>>(std::move(less), std::move(proj)));
}

template <
    SegmentedRange Range, SegmentedIterator Iterator, class Compare = std::less<>,
    class Proj = std::identity>
void nth_element(Range&& range, const Iterator& nth, Compare less = {}, Proj proj = {})
{
  dash::nth_element(range.begin(), nth, range.end(), std::move(less), std::move(proj));
}

DASH_NEEDS_POSITIONS(nth_element)

}  // namespace dash
