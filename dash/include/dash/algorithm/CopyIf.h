#ifndef DASH__ALGORITHM__COPY_IF_H__INCLUDED
#define DASH__ALGORITHM__COPY_IF_H__INCLUDED

#include <dash/internal/Share.h>

#include <algorithm>
#include <functional>
#include <utility>

namespace dash {

/**
 * Copies the elements that fulfil a predicate, in their order, to a global range that does not
 * overlap the input.
 *
 * Collective over the input's team; moves elements between units, so it synchronises before and
 * after.
 *
 * \return end of the output, the same on all units
 */
template <SegmentedIterator Iterator, SegmentedIterator Out, class Predicate>
Out copy_if(const Iterator& first, const Iterator& last, Out out, Predicate pred)
{
  if (first == last) return out;
  Team& team = internal::team_of(first);
  const internal::ExchangePhase phase(team);
  auto kept = internal::elements_of(first, internal::share_of(first, last));
  std::erase_if(kept, std::not_fn(std::ref(pred)));
  return internal::assign_in_unit_order(team, kept, out);
}

template <SegmentedRange Range, SegmentedIterator Out, class Predicate>
Out copy_if(Range&& range, Out out, Predicate pred)
{
  return dash::copy_if(range.begin(), range.end(), out, std::move(pred));
}

}  // namespace dash

#endif  // DASH__ALGORITHM__COPY_IF_H__INCLUDED
