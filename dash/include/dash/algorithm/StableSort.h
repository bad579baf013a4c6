#pragma once

/// \file
/// dash::stable_sort.

#include <dash/algorithm/Sort.h>
#include <dash/detail/algorithm/SourceViews.h>
#include <dash/detail/execution/FunctionObjects.h>

#include <functional>
#include <iterator>
#include <utility>

namespace dash {

/// Sorts a global range; equivalent elements keep their order. Each position stays on the unit that
/// owns it.
///
/// Collective over the range's team; moves elements between units, so it synchronises before and
/// after. Each unit needs memory for three copies of its part. GPU units of one host sort numbers
/// by less or greater in device memory, if they have it for four. In other cases, all units work in
/// host memory; dash::sort is faster where the order of equivalent elements does not matter.
template <SegmentedIterator Iterator>
void stable_sort(Iterator first, Iterator last)
{
  detail::merge_sort<detail::Stability::stable>("dash::stable_sort", first, last, std::less<>{});
}

/// Sorts by \c compare(a, b), which tells whether a comes before b; with a projection (a function
/// object or a pointer to a member), a and b are the projections of elements. Collective, with the
/// same guarantees.
/// \throws exception::InvalidArgument if the comparison holds for an element and itself, like <=
template <SegmentedIterator Iterator, class Compare>
  requires detail::ComparesElements<Compare, std::iter_value_t<Iterator>>
void stable_sort(Iterator first, Iterator last, Compare compare)
{
  detail::merge_sort<detail::Stability::stable>("dash::stable_sort", first, last, compare);
}

template <SegmentedIterator Iterator, class Compare = std::less<>, class Proj>
void stable_sort(Iterator first, Iterator last, Compare compare, Proj proj)
{
  detail::merge_sort<detail::Stability::stable>(
      "dash::stable_sort", first, last,
      detail::projected<std::iter_value_t<Iterator>>(std::move(compare), std::move(proj)));
}

/// Sorts by an arithmetic key of each element: a function object, or a pointer to a member.
/// Collective, with the same guarantees.
template <SegmentedIterator Iterator, class KeyFn>
  requires detail::KeyOfElements<KeyFn, std::iter_value_t<Iterator>>
void stable_sort(Iterator first, Iterator last, KeyFn key)
{
  dash::stable_sort(first, last, std::less<>{}, std::move(key));
}

template <SegmentedRange Range>
void stable_sort(Range&& range)
{
  dash::stable_sort(range.begin(), range.end());
}
template <SegmentedRange Range, class CompareOrKey>
void stable_sort(Range&& range, CompareOrKey order)
{
  dash::stable_sort(range.begin(), range.end(), std::move(order));
}
template <SegmentedRange Range, class Compare = std::less<>, class Proj>
void stable_sort(Range&& range, Compare compare, Proj proj)
{
  dash::stable_sort(range.begin(), range.end(), std::move(compare), std::move(proj));
}

DASH_NEEDS_POSITIONS(stable_sort)

}  // namespace dash
