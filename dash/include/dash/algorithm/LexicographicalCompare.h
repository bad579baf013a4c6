#ifndef DASH__ALGORITHM__LEXICOGRAPHICAL_COMPARE_H__INCLUDED
#define DASH__ALGORITHM__LEXICOGRAPHICAL_COMPARE_H__INCLUDED

#include <dash/algorithm/Mismatch.h>
#include <dash/internal/FunctionObjects.h>

#include <algorithm>
#include <functional>
#include <iterator>

namespace dash {

/**
 * Whether the first range is less than the second, in the order of a dictionary.
 *
 * Collective over the first range's team; the same result on all units. Synchronises before and after.
 */
template <SegmentedIterator Iterator, SegmentedIterator Other, class Compare = std::less<>>
bool lexicographical_compare(
    const Iterator& first1, const Iterator& last1, const Other& first2, const Other& last2,
    Compare less = {})
{
  using A = std::iter_value_t<Iterator>;
  using B = std::iter_value_t<Other>;
  const internal::Position size1 = last1 - first1;
  const internal::Position size2 = last2 - first2;
  const internal::Position common = std::min(size1, size2);
  if (common == 0) return size1 < size2;
  const internal::ExchangePhase phase(internal::team_of(first1));
  internal::Equivalent<A, B, Compare> equivalent{less};
  const auto position = internal::first_difference(first1, first1 + common, first2, equivalent);
  if (position == common) return size1 < size2;
  return less(static_cast<A>(first1[position]), static_cast<B>(first2[position]));
}

template <SegmentedRange Range, SegmentedRange Other>
bool lexicographical_compare(Range&& range, Other&& other)
{
  return dash::lexicographical_compare(range.begin(), range.end(), other.begin(), other.end());
}

}  // namespace dash

#endif  // DASH__ALGORITHM__LEXICOGRAPHICAL_COMPARE_H__INCLUDED
