#pragma once

/// \file
/// dash::adjacent_find.

#include <dash/algorithm/IsSorted.h>
#include <dash/detail/algorithm/SourceViews.h>
#include <dash/detail/base/CurrentCall.h>
#include <dash/detail/execution/FunctionObjects.h>
#include <dash/detail/range/RequireRange.h>

#include <functional>
#include <iterator>
#include <utility>

namespace dash {

namespace detail {

/// Finds the first element that satisfies the predicate together with the preceding one: an element
/// that is out of order, where "less" means the predicate with exchanged operands.
template <class T, class Predicate>
struct AdjacentFindStep : IsSortedStep<T, SwappedOperands<Predicate>> {
  static constexpr auto name = "dash::adjacent_find";
};

}  // namespace detail

/// First element of a global range that satisfies a predicate together with the next one, or \c
/// last if there is none; the same on all units.
///
/// Collective over the range's team. Compares neighbours on different units, so it synchronises
/// before and after. Each unit examines about as many elements as it owns.
///
/// \param pred  predicate of an element and the next one; equal elements by default
/// \param proj  what to examine of each element: a function object or a pointer to a member
template <SegmentedIterator Iterator, class Predicate = std::equal_to<>, class Proj = std::identity>
Iterator adjacent_find(
    const Iterator& first, const Iterator& last, Predicate pred = {}, Proj proj = {})
{
  const detail::CurrentCall call("dash::adjacent_find");
  const auto size = detail::require_range("dash::adjacent_find", first, last);
  if (size == 0) return last;
  auto satisfies = detail::projected<std::iter_value_t<Iterator>>(std::move(pred), std::move(proj));
  using Satisfies = decltype(satisfies);
  using Step = detail::AdjacentFindStep<std::iter_value_t<Iterator>, Satisfies>;
  detail::SwappedOperands<Satisfies> swapped{std::move(satisfies)};
  const detail::Position second =
      detail::first_unsorted<Step>(first, last, swapped, [](const auto&) { return false; });
  return second == size ? last : first + (second - 1);
}

template <SegmentedRange Range, class Predicate = std::equal_to<>, class Proj = std::identity>
auto adjacent_find(Range&& range, Predicate pred = {}, Proj proj = {})
{
  return dash::adjacent_find(range.begin(), range.end(), std::move(pred), std::move(proj));
}

DASH_NEEDS_POSITIONS(adjacent_find)

}  // namespace dash
