#ifndef DASH__ALGORITHM__SORT_H__INCLUDED
#define DASH__ALGORITHM__SORT_H__INCLUDED

#include <dash/internal/Share.h>
#include <dash/internal/SortedRuns.h>

#include <algorithm>
#include <concepts>
#include <functional>
#include <iterator>
#include <type_traits>
#include <utility>
#include <vector>

namespace dash {

namespace internal {

/** What elements are sorted as: truth values as bytes, since std::vector<bool> packs them. */
template <class Iterator>
using sorted_value = std::conditional_t<
    std::is_same_v<std::iter_value_t<Iterator>, bool>, unsigned char, std::iter_value_t<Iterator>>;

/** Copies of the caller's elements of a range. */
template <SegmentedIterator Iterator>
auto own_elements(const Iterator& first, const Iterator& last)
{
  std::vector<sorted_value<Iterator>> elements;
  for_each_local_part(first, last, [&](auto begin, auto end, auto&&) {
    elements.insert(elements.end(), begin, end);
  });
  return elements;
}

/**
 * Sort by merging: each unit sorts its elements, finds in all units' sorted runs what belongs into
 * its share of the result, and merges that.
 */
template <SegmentedIterator Iterator, class Compare>
void merge_sort(const Iterator& first, const Iterator& last, Compare less)
{
  using T = sorted_value<Iterator>;
  if (first == last) return;
  Team& team = team_of(first);
  ExchangePhase phase(team);
  const Share share = share_of(first, last);
  SortedRuns<T> runs(team, own_elements(first, last), less);
  const std::vector<T> merged = runs.merge(share.begin, share.end, less);
  phase.all_have_read();
  assign_elements(merged.begin(), merged.end(), first + share.begin);
}

}  // namespace internal

/**
 * Sorts a global range; not stable. Each position stays on the unit that owns it.
 *
 * Collective over the range's team; moves elements between units, so it synchronises before and
 * after. Each unit needs memory for two copies of its part. Sorting by merging with exact splitting:
 * P. Varman, S. Scheufler, B. Iyer, G. Ricard, "Merging multiple lists on hierarchical-memory
 * multiprocessors", J. Parallel Distrib. Comput. 12 (1991).
 */
template <SegmentedIterator Iterator>
void sort(Iterator first, Iterator last)
{
  internal::merge_sort(first, last, std::less<>{});
}

/** As above, ordered by \c compare(a, b): whether a comes before b. */
template <SegmentedIterator Iterator, class Compare>
  requires std::predicate<
      Compare&, const std::iter_value_t<Iterator>&, const std::iter_value_t<Iterator>&>
void sort(Iterator first, Iterator last, Compare compare)
{
  internal::merge_sort(first, last, compare);
}

/** As above, ordered by an arithmetic key of each element. */
template <SegmentedIterator Iterator, class KeyFn>
  requires std::is_arithmetic_v<
      std::remove_cvref_t<std::invoke_result_t<KeyFn&, const std::iter_value_t<Iterator>&>>>
void sort(Iterator first, Iterator last, KeyFn key)
{
  using T = std::iter_value_t<Iterator>;
  internal::merge_sort(
      first, last, [key](const T& a, const T& b) mutable { return key(a) < key(b); });
}

template <SegmentedRange Range>
void sort(Range&& range)
{
  dash::sort(range.begin(), range.end());
}

}  // namespace dash

#endif  // DASH__ALGORITHM__SORT_H__INCLUDED
