#pragma once

/// \file
/// dash::adjacent_find.

#include <dash/algorithm/IsSorted.h>
#include <dash/detail/execution/FunctionObjects.h>
#include <dash/detail/execution/Share.h>
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
template <SegmentedIterator Iterator, class Predicate = std::equal_to<>>
Iterator adjacent_find(const Iterator& first, const Iterator& last, Predicate pred = {})
{
  using Step = detail::AdjacentFindStep<std::iter_value_t<Iterator>, Predicate>;
  const auto size = detail::require_range("dash::adjacent_find", first, last);
  if (size == 0) return last;
  detail::SwappedOperands<Predicate> swapped{std::move(pred)};
  const detail::Position second =
      detail::first_unsorted<Step>(first, last, swapped, [](const auto&) { return false; });
  return second == size ? last : first + (second - 1);
}

template <SegmentedRange Range, class Predicate = std::equal_to<>>
auto adjacent_find(Range&& range, Predicate pred = {})
{
  return dash::adjacent_find(range.begin(), range.end(), std::move(pred));
}

}  // namespace dash
