#ifndef DASH__ALGORITHM__ANY_OF_H__INCLUDED
#define DASH__ALGORITHM__ANY_OF_H__INCLUDED

#include <dash/algorithm/Find.h>
#include <dash/internal/Combine.h>
#include <dash/internal/Execution.h>
#include <dash/internal/LocalParts.h>

#include <utility>

namespace dash {

/**
 * Whether any element of a global range fulfils a predicate.
 *
 * Collective over the range's team; the same result on all units. Each unit reads its own elements
 * up to its first hit.
 */
template <SegmentedIterator Iterator, class Predicate>
bool any_of(Iterator first, Iterator last, Predicate pred)
{
  if (first == last) return false;
  bool hit = false;
  internal::for_each_local_part(first, last, [&](auto begin, auto end, auto&&) {
    if (hit) return;
    const auto found =
        internal::run_step(internal::FindStep<Predicate>{pred}, internal::reads(begin, end));
    hit = found != end - begin;
  });
  return internal::any_unit(internal::team_of(first), hit);
}

template <SegmentedRange Range, class Predicate>
bool any_of(Range&& range, Predicate pred)
{
  return dash::any_of(range.begin(), range.end(), std::move(pred));
}

}  // namespace dash

#endif  // DASH__ALGORITHM__ANY_OF_H__INCLUDED
