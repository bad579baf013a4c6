#pragma once

/// \file
/// dash::nth_element.

#include <dash/detail/algorithm/MergeSort.h>
#include <dash/detail/algorithm/SourceViews.h>
#include <dash/detail/algorithm/StrictOrder.h>
#include <dash/detail/base/CurrentCall.h>
#include <dash/detail/base/Macro.h>
#include <dash/detail/execution/Callable.h>
#include <dash/detail/execution/ExchangePhase.h>
#include <dash/detail/execution/FunctionObjects.h>
#include <dash/detail/execution/NumberOrder.h>
#include <dash/detail/execution/RadixOrder.h>
#include <dash/detail/execution/Share.h>
#include <dash/detail/execution/UnitOrder.h>
#include <dash/detail/memory/HostScratch.h>
#include <dash/detail/range/RequireRange.h>
#include <dash/detail/team/Combine.h>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <iterator>
#include <optional>
#include <utility>
#include <vector>

namespace dash {

namespace detail {

/// The median of a unit's candidates, of which there is one at least, and their number.
template <class T>
struct Median {
  Position weight;
  T value;
};

/// The index of the weighted median of values, which do not all have the weight zero.
/// \param is_less  tells \p values whether the value at an index is less than that at another one
DASH_API std::size_t weighted_median(
    std::vector<Position> weights, const void* values,
    bool (*is_less)(const void* values, std::size_t a, std::size_t b));

/// A value near the median of all units' candidates: the weighted median of the units' medians.
template <class T, class Compare>
T median_of_medians(const char* algorithm, Team& team, T* begin, T* end, Compare& less)
{
  std::optional<Median<T>> mine;
  if (begin != end) {
    // A negative weight tells all units that the comparison is refused.
    const Position weight = holds_for_itself(less, *begin) ? -1 : end - begin;
    T* const middle = begin + (weight < 0 ? 0 : weight / 2);
    if (weight > 0) std::nth_element(begin, middle, end, by_reference(less));
    mine = Median<T>{weight, *middle};
  }
  const GatheredPartials<Median<T>> medians(team, mine);
  std::vector<Position> weights(medians.size());
  for (std::size_t unit = 0; unit < medians.size(); ++unit) {
    const auto theirs = medians[unit];
    weights[unit] = theirs ? theirs->weight : 0;
    if (weights[unit] < 0) throw_not_strict_together(team, algorithm);
  }
  const auto is_less = [&](std::size_t a, std::size_t b) {
    return static_cast<bool>(less(medians[a]->value, medians[b]->value));
  };
  using IsLess = decltype(is_less);
  return medians[weighted_median(
                     std::move(weights), &is_less,
                     [](const void* values, std::size_t a, std::size_t b) {
                       return (*static_cast<const IsLess*>(values))(a, b);
                     })]
      ->value;
}

/// The value of rank \c rank among the candidates of all units. Collective; returns the same on all
/// units. Each round discards at least a quarter of the candidates.
template <class T, class Allocator, class Compare>
T select(
    const char* algorithm, Team& team, std::vector<T, Allocator> candidates, Position rank,
    Compare& less)
{
  T* begin = candidates.data();
  T* end = begin + candidates.size();
  for (;;) {
    const T pivot = median_of_medians(algorithm, team, begin, end, less);
    T* const lower = std::partition(begin, end, [&](const T& value) { return less(value, pivot); });
    T* const upper =
        std::partition(lower, end, [&](const T& value) { return !less(pivot, value); });
    const Position below = sum_over_units(team, Position(lower - begin));
    const Position equal = sum_over_units(team, Position(upper - lower));
    if (rank < below) {
      end = lower;
    } else if (rank < below + equal) {
      return pivot;
    } else {
      begin = upper;
      rank -= below + equal;
    }
  }
}

/// Implements nth_element. \param less  the order of all elements (order_of_sorted)
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
  // A GPU sorts numbers in less time than the host takes to select one.
  if (sorts_by_kernels<Compare>(first, last))
    return merge_sort_by<Stability::none>(algorithm, first, last, std::move(less));
  Team& team = team_of(first);
  auto order = in_sorted_order<T>(std::move(less));
  ExchangePhase phase(team);
  const auto select_own = [&](auto* begin, auto* end) {
    if (holds_for_itself(order, *begin)) throw_not_strict_together(team, algorithm);
    std::nth_element(begin, begin + (nth - first), end, by_reference(order));
  };
  if (rearranged_in_place(first, last - first, first, select_own)) return;
  auto smaller = elements_of(first, share_of(first, last));
  const T pivot = select(algorithm, team, smaller, nth - first, order);
  ScratchVector<T> equivalent, larger;
  std::erase_if(smaller, [&](const T& element) {
    if (order(element, pivot)) return false;
    (order(pivot, element) ? larger : equivalent).push_back(element);
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
/// after. GPU units of one host sort the range in device memory, where dash::sort does; in other
/// cases, all units work in host memory.
///
/// \param less  whether the first argument is smaller
/// \param proj  what to compare of each element: a function object or a pointer to a member
/// \throws exception::InvalidArgument if the comparison holds for an element and itself, like <=
template <SegmentedIterator Iterator, class Compare = std::less<>, class Proj = std::identity>
void nth_element(
    const Iterator& first, const Iterator& nth, const Iterator& last, Compare less = {},
    Proj proj = {})
{
  using T = std::iter_value_t<Iterator>;
  detail::nth_element(
      "dash::nth_element", first, nth, last,
      detail::order_of_sorted<T>(detail::projected<T>(std::move(less), std::move(proj))));
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
