#ifndef DASH__ALGORITHM__IOTA_H__INCLUDED
#define DASH__ALGORITHM__IOTA_H__INCLUDED

#include <dash/internal/LocalParts.h>

namespace dash {

/**
 * Assigns value, value + 1, value + 2, … to the elements of a global range.
 *
 * Collective, owner-computes, does not synchronise.
 */
template <SegmentedIterator Iterator, class T>
void iota(Iterator first, Iterator last, T value)
{
  internal::for_each_local_run(
      first, last, [&](auto begin, auto end, internal::Position position) {
        auto next = static_cast<T>(value + static_cast<T>(position));
        for (auto it = begin; it != end; ++it, ++next) *it = next;
      });
}

template <SegmentedRange Range, class T>
void iota(Range&& range, T value)
{
  dash::iota(range.begin(), range.end(), value);
}

}  // namespace dash

#endif  // DASH__ALGORITHM__IOTA_H__INCLUDED
