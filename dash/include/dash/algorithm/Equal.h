#pragma once

/// \file
/// dash::equal.

#include <dash/algorithm/Mismatch.h>
#include <dash/detail/range/RequireRange.h>

#include <functional>
#include <utility>

namespace dash {

/// Whether corresponding elements of two ranges are equal. Collective, with the same guarantees as
/// mismatch.
///
/// \param equal  whether two elements are equal
template <SegmentedIterator Iterator, class Other, class Predicate = std::equal_to<>>
bool equal(const Iterator& first, const Iterator& last, const Other& other, Predicate equal = {})
{
  detail::require_range("dash::equal", first, last);
  detail::require_room("dash::equal", last - first, other);
  return detail::first_difference(first, last, other, equal) == last - first;
}

/// Whether two ranges have the same number of elements and corresponding elements are equal.
/// Collective.
template <SegmentedRange Range, SegmentedRange Other, class Predicate = std::equal_to<>>
bool equal(Range&& range, Other&& other, Predicate equal = {})
{
  return range.end() - range.begin() == other.end() - other.begin() &&
         dash::equal(range.begin(), range.end(), other.begin(), std::move(equal));
}

}  // namespace dash
