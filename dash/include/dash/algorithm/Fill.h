#ifndef DASH__ALGORITHM__FILL_H__INCLUDED
#define DASH__ALGORITHM__FILL_H__INCLUDED

#include <dash/internal/LocalParts.h>

#include <algorithm>

namespace dash {

/**
 * Assigns a value to all elements of a global range.
 *
 * Collective over the range's team, owner-computes: each unit assigns its own elements and does not
 * synchronise.
 */
template <SegmentedIterator Iterator>
void fill(Iterator first, Iterator last, const typename Iterator::value_type& value)
{
  internal::for_each_local_part(
      first, last, [&](auto begin, auto end, auto&&) { std::fill(begin, end, value); });
}

template <SegmentedRange Range, class T>
void fill(Range&& range, const T& value)
{
  dash::fill(range.begin(), range.end(), value);
}

}  // namespace dash

#endif  // DASH__ALGORITHM__FILL_H__INCLUDED
