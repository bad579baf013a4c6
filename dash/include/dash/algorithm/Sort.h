#pragma once

/// \file
/// dash::sort.

#include <dash/detail/algorithm/MergeSort.h>
#include <dash/detail/algorithm/SourceViews.h>
#include <dash/detail/algorithm/StrictOrder.h>
#include <dash/detail/base/Macro.h>
#include <dash/detail/execution/FunctionObjects.h>

#include <concepts>
#include <functional>
#include <iterator>
#include <type_traits>
#include <utility>

namespace dash {

namespace detail {

/// What may follow the range in a call of sort: a comparison of two elements.
template <class Compare, class T>
concept ComparesElements = std::predicate<Compare&, const T&, const T&>;

/// What may follow the range in a call of sort: an arithmetic key of each element.
template <class KeyFn, class T>
concept KeyOfElements =
    std::is_arithmetic_v<std::remove_cvref_t<std::invoke_result_t<KeyFn&, const T&>>>;

}  // namespace detail

/// Sorts a global range; the sort is not stable. Each position stays on the unit that owns it.
/// Floating-point elements that are no number (NaN) come last, those with the sign bit first; in
/// descending order this is reversed.
///
/// Collective over the range's team; moves elements between units, so it synchronises before and
/// after. Each unit needs memory for three copies of its part. If all units are GPU units of one
/// host, elements stay in device memory and move directly between GPUs.
template <SegmentedIterator Iterator>
void sort(Iterator first, Iterator last)
{
  detail::merge_sort<detail::Stability::none>("dash::sort", first, last, std::less<>{});
}

/// Sorts by \c compare(a, b), which tells whether a comes before b; with a projection (a function
/// object or a pointer to a member), a and b are the projections of elements. Collective, with the
/// same guarantees.
/// \throws exception::InvalidArgument if the comparison holds for an element and itself, like <=
template <SegmentedIterator Iterator, class Compare>
  requires detail::ComparesElements<Compare, std::iter_value_t<Iterator>>
void sort(Iterator first, Iterator last, Compare compare)
{
  detail::merge_sort<detail::Stability::none>("dash::sort", first, last, compare);
}

template <SegmentedIterator Iterator, class Compare = std::less<>, class Proj>
void sort(Iterator first, Iterator last, Compare compare, Proj proj)
{
  detail::merge_sort<detail::Stability::none>(
      "dash::sort", first, last,
      detail::projected<std::iter_value_t<Iterator>>(std::move(compare), std::move(proj)));
}

/// Sorts by an arithmetic key of each element: a function object, or a pointer to a member.
/// Collective, with the same guarantees.
template <SegmentedIterator Iterator, class KeyFn>
  requires detail::KeyOfElements<KeyFn, std::iter_value_t<Iterator>>
void sort(Iterator first, Iterator last, KeyFn key)
{
  detail::merge_sort<detail::Stability::none>(
      "dash::sort", first, last,
      detail::projected<std::iter_value_t<Iterator>>(std::less<>{}, std::move(key)));
}

template <SegmentedRange Range>
void sort(Range&& range)
{
  dash::sort(range.begin(), range.end());
}
template <SegmentedRange Range, class CompareOrKey>
void sort(Range&& range, CompareOrKey order)
{
  dash::sort(range.begin(), range.end(), std::move(order));
}
template <SegmentedRange Range, class Compare = std::less<>, class Proj>
void sort(Range&& range, Compare compare, Proj proj)
{
  dash::sort(range.begin(), range.end(), std::move(compare), std::move(proj));
}

DASH_NEEDS_POSITIONS(sort)

}  // namespace dash
