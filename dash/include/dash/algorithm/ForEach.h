#ifndef DASH__ALGORITHM__FOR_EACH_H__INCLUDED
#define DASH__ALGORITHM__FOR_EACH_H__INCLUDED

#include <dash/Iterator.h>
#include <dash/internal/LocalParts.h>

#include <algorithm>
#include <functional>
#include <utility>

namespace dash {

/**
 * Calls \c f(element) for all elements of a global range: a native reference, or what the iterators
 * of a view yield.
 *
 * Collective, owner-computes: each unit calls its own copy of \c f for its elements. Ends with a
 * barrier of the range's team, as in DASH 0.4.
 */
template <SegmentedIterator Iterator, class Function>
void for_each(const Iterator& first, const Iterator& last, Function f)
{
  internal::for_each_local_part(
      first, last, [&](auto begin, auto end, auto&&) { std::for_each(begin, end, std::ref(f)); });
  if (first != last) internal::team_of(first).barrier();
}

template <SegmentedRange Range, class Function>
void for_each(Range&& range, Function f)
{
  dash::for_each(range.begin(), range.end(), std::move(f));
}

/** As for_each, with \c f(element, global index); the index is that in the container. */
template <GlobalIterator Iterator, class Function>
void for_each_with_index(const Iterator& first, const Iterator& last, Function f)
{
  using index_type = typename Iterator::index_type;
  internal::for_each_local_run(
      first, last, [&](auto begin, auto end, internal::Position position) {
        auto index = static_cast<index_type>(dash::index(first) + position);
        for (auto it = begin; it != end; ++it) f(*it, index++);
      });
  if (first != last) internal::team_of(first).barrier();
}

template <SegmentedRange Range, class Function>
void for_each_with_index(Range&& range, Function f)
{
  dash::for_each_with_index(range.begin(), range.end(), std::move(f));
}

}  // namespace dash

#endif  // DASH__ALGORITHM__FOR_EACH_H__INCLUDED
