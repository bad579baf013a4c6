#pragma once

/// \file
/// dash::partial_sort.

#include <dash/algorithm/NthElement.h>
#include <dash/detail/algorithm/MergeSort.h>
#include <dash/detail/algorithm/SourceViews.h>
#include <dash/detail/base/CurrentCall.h>
#include <dash/detail/execution/FunctionObjects.h>
#include <dash/detail/range/RequireRange.h>

#include <functional>
#include <iterator>
#include <type_traits>
#include <utility>

namespace dash {

/// Moves the smallest elements of a global range to [first, middle) and sorts them; the others
/// follow in unspecified order.
///
/// Collective over the range's team; moves elements between units, so it synchronises before and
/// after. Costs as much as nth_element of the range and sort of the elements in front of \c middle.
/// GPU units of one host sort the whole range in device memory, where dash::sort does.
///
/// \param less  whether the first argument is smaller
/// \param proj  what to compare of each element: a function object or a pointer to a member
/// \throws exception::InvalidArgument if the comparison holds for an element and itself, like <=
template <SegmentedIterator Iterator, class Compare = std::less<>, class Proj = std::identity>
void partial_sort(
    const Iterator& first, const Iterator& middle, const Iterator& last, Compare less = {},
    Proj proj = {})
{
  constexpr const char* name = "dash::partial_sort";
  const detail::CurrentCall call(name);
  detail::require_range(name, first, middle);
  detail::require_range(name, middle, last);
  if (first == middle) return;
  using T = std::iter_value_t<Iterator>;
  const auto order =
      detail::order_of_sorted<T>(detail::projected<T>(std::move(less), std::move(proj)));
  using Order = std::remove_const_t<decltype(order)>;
  if (detail::sorts_by_kernels<Order>(first, last))
    return detail::merge_sort_by<detail::Stability::none>(name, first, last, order);
  detail::nth_element(name, first, middle, last, order);
  detail::merge_sort_by<detail::Stability::none>(name, first, middle, order);
}

template <
    SegmentedRange Range, SegmentedIterator Iterator, class Compare = std::less<>,
    class Proj = std::identity>
void partial_sort(Range&& range, const Iterator& middle, Compare less = {}, Proj proj = {})
{
  dash::partial_sort(range.begin(), middle, range.end(), std::move(less), std::move(proj));
}

DASH_NEEDS_POSITIONS(partial_sort)

}  // namespace dash
