#pragma once

/// \file
/// dash::equal.

#include <dash/algorithm/Mismatch.h>
#include <dash/detail/algorithm/SourceViews.h>
#include <dash/detail/base/CurrentCall.h>
#include <dash/detail/execution/FunctionObjects.h>
#include <dash/detail/range/RequireRange.h>

#include <functional>
#include <iterator>
#include <utility>

namespace dash {

/// Whether corresponding elements of two ranges are equal. Collective, with the same guarantees as
/// mismatch.
///
/// \param equal  whether two elements are equal
/// \param proj_a, proj_b  what to compare of the elements of each range: function objects or
///   pointers to members
template <
    SegmentedIterator Iterator, class Other, class Predicate = std::equal_to<>,
    class ProjA = std::identity, class ProjB = std::identity>
bool equal(
    const Iterator& first, const Iterator& last, const Other& other, Predicate equal = {},
    ProjA proj_a = {}, ProjB proj_b = {})
{
  const detail::CurrentCall call("dash::equal");
  detail::require_range("dash::equal", first, last);
  detail::require_room("dash::equal", last - first, other);
  auto same = detail::projected_pair<std::iter_value_t<Iterator>, std::iter_value_t<Other>>(
      std::move(equal), std::move(proj_a), std::move(proj_b));
  return detail::first_difference(first, last, other, same) == last - first;
}

/// Whether two ranges have the same number of elements and corresponding elements are equal.
/// Collective, with the same guarantees as mismatch.
template <
    SegmentedIterator Iterator, std::random_access_iterator Other,
    class Predicate = std::equal_to<>, class ProjA = std::identity, class ProjB = std::identity>
bool equal(
    const Iterator& first, const Iterator& last, const Other& other, const Other& other_last,
    Predicate equal = {}, ProjA proj_a = {}, ProjB proj_b = {})
{
  detail::require_range("dash::equal", first, last);
  return last - first == detail::require_range("dash::equal", other, other_last) &&
         dash::equal(first, last, other, std::move(equal), std::move(proj_a), std::move(proj_b));
}

/// The same with ranges. Collective.
template <
    SegmentedRange Range, SegmentedRange Other, class Predicate = std::equal_to<>,
    class ProjA = std::identity, class ProjB = std::identity>
bool equal(Range&& range, Other&& other, Predicate equal = {}, ProjA proj_a = {}, ProjB proj_b = {})
{
  return dash::equal(
      range.begin(), range.end(), other.begin(), other.end(), std::move(equal), std::move(proj_a),
      std::move(proj_b));
}

DASH_READS_VIEWS(equal)
DASH_NEEDS_TWO_RANGES(equal)

}  // namespace dash
