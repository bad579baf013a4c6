#pragma once

/// \file
/// dash::lexicographical_compare.

#include <dash/algorithm/Mismatch.h>
#include <dash/detail/algorithm/StrictOrder.h>
#include <dash/detail/execution/FunctionObjects.h>
#include <dash/detail/range/RequireRange.h>

#include <algorithm>
#include <concepts>
#include <functional>
#include <iterator>
#include <utility>

namespace dash {

/// Whether the first range is lexicographically less than the second.
///
/// Collective over the first range's team; returns the same result on all units. Synchronises
/// before and after.
template <SegmentedIterator Iterator, SegmentedIterator Other, class Compare = std::less<>>
bool lexicographical_compare(
    const Iterator& first1, const Iterator& last1, const Other& first2, const Other& last2,
    Compare less = {})
{
  using A = std::iter_value_t<Iterator>;
  using B = std::iter_value_t<Other>;
  const detail::Position size1 =
      detail::require_range("dash::lexicographical_compare", first1, last1);
  const detail::Position size2 =
      detail::require_range("dash::lexicographical_compare", first2, last2);
  const detail::Position common = std::min(size1, size2);
  if (common == 0) return size1 < size2;
  const detail::ExchangePhase phase(detail::team_of(first1));
  detail::Equivalent<A, B, Compare> equivalent{less};
  const auto position = detail::first_difference(first1, first1 + common, first2, equivalent);
  if (position == common) return size1 < size2;
  const A a = static_cast<A>(first1[position]);
  if constexpr (std::predicate<Compare&, const A&, const A&>) {
    if (detail::holds_for_itself(less, a))
      detail::throw_not_strict("dash::lexicographical_compare");
  }
  return less(a, static_cast<B>(first2[position]));
}

template <SegmentedRange Range, SegmentedRange Other, class Compare = std::less<>>
bool lexicographical_compare(Range&& range, Other&& other, Compare less = {})
{
  return dash::lexicographical_compare(
      range.begin(), range.end(), other.begin(), other.end(), std::move(less));
}

}  // namespace dash
