#ifndef DASH__ALGORITHM__UNIQUE_H__INCLUDED
#define DASH__ALGORITHM__UNIQUE_H__INCLUDED

#include <dash/internal/Share.h>

#include <functional>
#include <iterator>
#include <optional>

namespace dash {

/**
 * Keeps the first of each group of equal neighbours; the rest of the range has unspecified values.
 *
 * Collective over the range's team; moves elements between units, so it synchronises before and
 * after.
 *
 * \param equal an equivalence
 * \return end of the elements kept, the same on all units
 */
template <SegmentedIterator Iterator, class Predicate = std::equal_to<>>
Iterator unique(const Iterator& first, const Iterator& last, Predicate equal = {})
{
  using T = std::iter_value_t<Iterator>;
  if (first == last) return last;
  Team& team = internal::team_of(first);
  internal::ExchangePhase phase(team);
  const internal::Share share = internal::share_of(first, last);
  auto elements = internal::elements_of(first, share);
  std::optional<T> previous = internal::element_before(first, share);
  std::erase_if(elements, [&](const T& element) {
    const bool repeated = previous && equal(*previous, element);
    previous = element;
    return repeated;
  });
  phase.all_have_read();
  return internal::assign_in_unit_order(team, elements, first);
}

template <SegmentedRange Range>
auto unique(Range&& range)
{
  return dash::unique(range.begin(), range.end());
}

}  // namespace dash

#endif  // DASH__ALGORITHM__UNIQUE_H__INCLUDED
