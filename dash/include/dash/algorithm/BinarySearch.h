#pragma once

/// \file
/// Searches in sorted global ranges: dash::lower_bound, dash::upper_bound, dash::equal_range and
/// dash::binary_search, for one value or for many keys.

#include <dash/detail/algorithm/SortedSearch.h>
#include <dash/detail/algorithm/SourceViews.h>
#include <dash/detail/base/CurrentCall.h>
#include <dash/detail/execution/FunctionObjects.h>
#include <dash/detail/range/RequireRange.h>

#include <functional>
#include <iterator>
#include <utility>

namespace dash {

namespace detail {

/// Position of the first element whose projection is not less than a value.
template <SegmentedIterator Iterator, class T, class Compare, class Proj>
Position lower_position(
    const Iterator& first, const Iterator& last, const T& value, Compare& less, Proj& proj)
{
  return global_partition_point(first, last, [&](const std::iter_value_t<Iterator>& element) {
    return static_cast<bool>(less(project(proj, element), value));
  });
}

/// Position of the first element whose projection is greater than a value.
template <SegmentedIterator Iterator, class T, class Compare, class Proj>
Position upper_position(
    const Iterator& first, const Iterator& last, const T& value, Compare& less, Proj& proj)
{
  return global_partition_point(first, last, [&](const std::iter_value_t<Iterator>& element) {
    return !static_cast<bool>(less(value, project(proj, element)));
  });
}

}  // namespace detail

/// First element of a sorted global range that is not less than \c value, or \c last if there is
/// none.
///
/// Collective over the range's team; returns the same result on all units. Each unit reads a
/// logarithmic number of its own elements, wherever these lie in the range.
///
/// \param less  the order by which the range is sorted
/// \param proj  what to compare of each element: a function object or a pointer to a member
template <
    SegmentedIterator Iterator, class T, class Compare = std::less<>, class Proj = std::identity>
  requires(!SegmentedIterator<T>)
Iterator lower_bound(
    const Iterator& first, const Iterator& last, const T& value, Compare less = {}, Proj proj = {})
{
  const detail::CurrentCall call("dash::lower_bound");
  if (detail::require_range("dash::lower_bound", first, last) == 0) return last;
  return first + detail::lower_position(first, last, value, less, proj);
}

template <SegmentedRange Range, class T, class Compare = std::less<>, class Proj = std::identity>
  requires(!SegmentedRange<const T>)
auto lower_bound(Range&& range, const T& value, Compare less = {}, Proj proj = {})
{
  return dash::lower_bound(range.begin(), range.end(), value, std::move(less), std::move(proj));
}

/// First element of a sorted global range that is greater than \c value, or \c last if there is
/// none. Collective, with the same guarantees as lower_bound.
template <
    SegmentedIterator Iterator, class T, class Compare = std::less<>, class Proj = std::identity>
  requires(!SegmentedIterator<T>)
Iterator upper_bound(
    const Iterator& first, const Iterator& last, const T& value, Compare less = {}, Proj proj = {})
{
  const detail::CurrentCall call("dash::upper_bound");
  if (detail::require_range("dash::upper_bound", first, last) == 0) return last;
  return first + detail::upper_position(first, last, value, less, proj);
}

template <SegmentedRange Range, class T, class Compare = std::less<>, class Proj = std::identity>
  requires(!SegmentedRange<const T>)
auto upper_bound(Range&& range, const T& value, Compare less = {}, Proj proj = {})
{
  return dash::upper_bound(range.begin(), range.end(), value, std::move(less), std::move(proj));
}

/// The elements of a sorted global range that are equivalent to \c value, from the lower to the
/// upper bound. Collective, with the same guarantees as lower_bound.
template <
    SegmentedIterator Iterator, class T, class Compare = std::less<>, class Proj = std::identity>
  requires(!SegmentedIterator<T>)
std::pair<Iterator, Iterator> equal_range(
    const Iterator& first, const Iterator& last, const T& value, Compare less = {}, Proj proj = {})
{
  const detail::CurrentCall call("dash::equal_range");
  if (detail::require_range("dash::equal_range", first, last) == 0) return {last, last};
  const auto lower = detail::lower_position(first, last, value, less, proj);
  return {first + lower, first + detail::upper_position(first, last, value, less, proj)};
}

template <SegmentedRange Range, class T, class Compare = std::less<>, class Proj = std::identity>
  requires(!SegmentedRange<const T>)
auto equal_range(Range&& range, const T& value, Compare less = {}, Proj proj = {})
{
  return dash::equal_range(range.begin(), range.end(), value, std::move(less), std::move(proj));
}

/// Whether a sorted global range has an element that is equivalent to \c value. Collective, with
/// the same guarantees as lower_bound.
template <
    SegmentedIterator Iterator, class T, class Compare = std::less<>, class Proj = std::identity>
  requires(!SegmentedIterator<T>)
bool binary_search(
    const Iterator& first, const Iterator& last, const T& value, Compare less = {}, Proj proj = {})
{
  const detail::CurrentCall call("dash::binary_search");
  if (detail::require_range("dash::binary_search", first, last) == 0) return false;
  const auto lower = detail::lower_position(first, last, value, less, proj);
  return lower != detail::upper_position(first, last, value, less, proj);
}

template <SegmentedRange Range, class T, class Compare = std::less<>, class Proj = std::identity>
  requires(!SegmentedRange<const T>)
bool binary_search(Range&& range, const T& value, Compare less = {}, Proj proj = {})
{
  return dash::binary_search(range.begin(), range.end(), value, std::move(less), std::move(proj));
}

/// Computes for each key of a global range the position of its lower bound in a sorted global
/// range, relative to \c first. The keys need not be sorted.
///
/// Collective over the team of both ranges; moves elements between units, so it synchronises before
/// and after. Each unit handles its own keys: it sends them, one transfer for each pair of units,
/// to the units that have the elements around them. If the units' parts of the sorted range do not
/// follow each other, each unit first copies as many elements as it owns.
///
/// \param out   positions, of any distribution; it may be the range of the keys
/// \param less  compares elements with keys and keys with elements
/// \return end of the output
/// \throws exception::OutOfRange if the output is too short, or if its type cannot hold all
///   positions, exception::InvalidArgument if the ranges are distributed over different teams
template <
    SegmentedIterator Iterator, SegmentedIterator Keys, std::random_access_iterator Out,
    class Compare = std::less<>>
Out lower_bound(
    const Iterator& first, const Iterator& last, const Keys& keys, const Keys& keys_last,
    const Out& out, Compare less = {})
{
  return detail::answer_all<detail::SortedQuery::lower>(
      "dash::lower_bound", first, last, keys, keys_last, out, less);
}

template <
    SegmentedRange Range, SegmentedRange Keys, std::random_access_iterator Out,
    class Compare = std::less<>>
auto lower_bound(Range&& range, Keys&& keys, const Out& out, Compare less = {})
{
  return dash::lower_bound(
      range.begin(), range.end(), keys.begin(), keys.end(), out, std::move(less));
}

/// Computes for each key the position of its upper bound. Collective, with the same guarantees as
/// lower_bound of many keys.
template <
    SegmentedIterator Iterator, SegmentedIterator Keys, std::random_access_iterator Out,
    class Compare = std::less<>>
Out upper_bound(
    const Iterator& first, const Iterator& last, const Keys& keys, const Keys& keys_last,
    const Out& out, Compare less = {})
{
  return detail::answer_all<detail::SortedQuery::upper>(
      "dash::upper_bound", first, last, keys, keys_last, out, less);
}

template <
    SegmentedRange Range, SegmentedRange Keys, std::random_access_iterator Out,
    class Compare = std::less<>>
auto upper_bound(Range&& range, Keys&& keys, const Out& out, Compare less = {})
{
  return dash::upper_bound(
      range.begin(), range.end(), keys.begin(), keys.end(), out, std::move(less));
}

/// Computes for each key the positions of both bounds. Collective, with the same guarantees as
/// lower_bound of many keys; the outputs must not be the keys.
/// \return ends of the outputs
template <
    SegmentedIterator Iterator, SegmentedIterator Keys, std::random_access_iterator Lower,
    std::random_access_iterator Upper, class Compare = std::less<>>
std::pair<Lower, Upper> equal_range(
    const Iterator& first, const Iterator& last, const Keys& keys, const Keys& keys_last,
    const Lower& lower, const Upper& upper, Compare less = {})
{
  constexpr const char* name = "dash::equal_range";
  const detail::CurrentCall call(name);
  detail::require_room(name, detail::require_range(name, keys, keys_last), upper);
  using detail::SortedQuery;
  return {
      detail::answer_all<SortedQuery::lower>(name, first, last, keys, keys_last, lower, less),
      detail::answer_all<SortedQuery::upper>(name, first, last, keys, keys_last, upper, less)};
}

template <
    SegmentedRange Range, SegmentedRange Keys, std::random_access_iterator Lower,
    std::random_access_iterator Upper, class Compare = std::less<>>
auto equal_range(
    Range&& range, Keys&& keys, const Lower& lower, const Upper& upper, Compare less = {})
{
  return dash::equal_range(
      range.begin(), range.end(), keys.begin(), keys.end(), lower, upper, std::move(less));
}

/// Computes for each key whether the sorted range has an equivalent element. Collective, with the
/// same guarantees as lower_bound of many keys.
/// \param out  truth values
template <
    SegmentedIterator Iterator, SegmentedIterator Keys, std::random_access_iterator Out,
    class Compare = std::less<>>
Out binary_search(
    const Iterator& first, const Iterator& last, const Keys& keys, const Keys& keys_last,
    const Out& out, Compare less = {})
{
  return detail::answer_all<detail::SortedQuery::found>(
      "dash::binary_search", first, last, keys, keys_last, out, less);
}

template <
    SegmentedRange Range, SegmentedRange Keys, std::random_access_iterator Out,
    class Compare = std::less<>>
auto binary_search(Range&& range, Keys&& keys, const Out& out, Compare less = {})
{
  return dash::binary_search(
      range.begin(), range.end(), keys.begin(), keys.end(), out, std::move(less));
}

DASH_READS_VIEWS(binary_search)
DASH_NEEDS_POSITIONS(lower_bound)
DASH_NEEDS_POSITIONS(upper_bound)
DASH_NEEDS_POSITIONS(equal_range)

}  // namespace dash
