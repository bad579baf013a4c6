#ifndef DASH__ALGORITHM__REPLACE_H__INCLUDED
#define DASH__ALGORITHM__REPLACE_H__INCLUDED

#include <dash/internal/LocalParts.h>

#include <algorithm>
#include <functional>
#include <utility>

namespace dash {

/**
 * Assigns \c value to the elements of a global range that fulfil a predicate.
 *
 * Collective, owner-computes, does not synchronise.
 */
template <SegmentedIterator Iterator, class Predicate, class T>
void replace_if(Iterator first, Iterator last, Predicate pred, const T& value)
{
  internal::for_each_local_part(first, last, [&](auto begin, auto end, auto&&) {
    std::replace_if(begin, end, std::ref(pred), value);
  });
}

template <SegmentedRange Range, class Predicate, class T>
void replace_if(Range&& range, Predicate pred, const T& value)
{
  dash::replace_if(range.begin(), range.end(), std::move(pred), value);
}

/** Assigns \c value to the elements that equal \c old_value. As replace_if. */
template <SegmentedIterator Iterator, class T, class U>
void replace(Iterator first, Iterator last, const T& old_value, const U& value)
{
  internal::for_each_local_part(first, last, [&](auto begin, auto end, auto&&) {
    std::replace_if(begin, end, [&](const auto& element) { return element == old_value; }, value);
  });
}

template <SegmentedRange Range, class T, class U>
void replace(Range&& range, const T& old_value, const U& value)
{
  dash::replace(range.begin(), range.end(), old_value, value);
}

}  // namespace dash

#endif  // DASH__ALGORITHM__REPLACE_H__INCLUDED
