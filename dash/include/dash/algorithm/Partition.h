#ifndef DASH__ALGORITHM__PARTITION_H__INCLUDED
#define DASH__ALGORITHM__PARTITION_H__INCLUDED

#include <dash/internal/Share.h>

#include <utility>

namespace dash {

/**
 * Moves the elements that fulfil a predicate in front of the others; both keep their order.
 *
 * Collective over the range's team; moves elements between units, so it synchronises before and
 * after.
 *
 * \return first element that does not fulfil the predicate, the same on all units
 */
template <SegmentedIterator Iterator, class Predicate>
Iterator partition(const Iterator& first, const Iterator& last, Predicate pred)
{
  if (first == last) return last;
  Team& team = internal::team_of(first);
  internal::ExchangePhase phase(team);
  auto chosen = internal::elements_of(first, internal::share_of(first, last));
  decltype(chosen) others;
  std::erase_if(chosen, [&](const auto& element) {
    if (pred(element)) return false;
    others.push_back(element);
    return true;
  });
  phase.all_have_read();
  const Iterator middle = internal::assign_in_unit_order(team, chosen, first);
  internal::assign_in_unit_order(team, others, middle);
  return middle;
}

template <SegmentedRange Range, class Predicate>
auto partition(Range&& range, Predicate pred)
{
  return dash::partition(range.begin(), range.end(), std::move(pred));
}

}  // namespace dash

#endif  // DASH__ALGORITHM__PARTITION_H__INCLUDED
