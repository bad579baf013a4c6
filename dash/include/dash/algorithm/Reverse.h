#ifndef DASH__ALGORITHM__REVERSE_H__INCLUDED
#define DASH__ALGORITHM__REVERSE_H__INCLUDED

#include <dash/internal/Share.h>

namespace dash {

/**
 * Reverses the order of the elements of a global range.
 *
 * Collective over the range's team; moves elements between units, so it synchronises before and
 * after.
 */
template <SegmentedIterator Iterator>
void reverse(const Iterator& first, const Iterator& last)
{
  if (first == last) return;
  internal::ExchangePhase phase(internal::team_of(first));
  const internal::Share share = internal::share_of(first, last);
  const auto elements = internal::elements_of(first, share);
  phase.all_have_read();
  internal::assign_elements(
      elements.rbegin(), elements.rend(), first + ((last - first) - share.end));
}

template <SegmentedRange Range>
void reverse(Range&& range)
{
  dash::reverse(range.begin(), range.end());
}

}  // namespace dash

#endif  // DASH__ALGORITHM__REVERSE_H__INCLUDED
