#ifndef DASH__ALGORITHM__IS_SORTED_H__INCLUDED
#define DASH__ALGORITHM__IS_SORTED_H__INCLUDED

#include <dash/internal/Share.h>

#include <functional>
#include <iterator>
#include <optional>

namespace dash {

namespace internal {

/** A piece's first element that is less than the one before it, seen from the piece's start. */
template <class T, class Compare>
struct IsSortedStep {
  struct Result {
    Position unsorted;  // number of elements if all are sorted
    T last;
  };

  static constexpr auto name = "dash::is_sorted";
  using functions = Functions<Compare>;
  Callable<Compare> less;
  std::optional<T> previous;

  template <class Execution, class In>
  Result operator()(const Execution& exec, const In& in) const
  {
    const T last = exec.value(in.end() - 1);
    if (previous && less.get()(exec.value(in.begin()), *previous)) return {0, last};
    return {exec.is_sorted_until(in.begin(), in.end(), exec.function(less)) - in.begin(), last};
  }
};

}  // namespace internal

/**
 * End of the longest sorted start of a global range, the same on all units.
 *
 * Collective over the range's team. Compares neighbours across units, so it synchronises before and
 * after.
 */
template <SegmentedIterator Iterator, class Compare = std::less<>>
Iterator is_sorted_until(const Iterator& first, const Iterator& last, Compare less = {})
{
  using T = std::iter_value_t<Iterator>;
  using internal::Position;
  if (first == last) return last;
  Team& team = internal::team_of(first);
  const internal::ExchangePhase phase(team);
  const internal::Share share = internal::share_of(first, last);
  Position unsorted = last - first;
  std::optional<T> previous = internal::element_before(first, share);
  internal::for_each_stretch(
      first + share.begin, share.size(), [&](auto begin, auto end, Position offset) {
        if (share.begin + offset > unsorted) return;
        const auto result = internal::run_step(
            internal::IsSortedStep<T, Compare>{less, previous}, internal::reads(begin, end));
        if (result.unsorted != end - begin) unsorted = share.begin + offset + result.unsorted;
        previous = result.last;
      });
  return first + internal::min_over_units(team, unsorted);
}

template <SegmentedRange Range>
auto is_sorted_until(Range&& range)
{
  return dash::is_sorted_until(range.begin(), range.end());
}

/** Whether a global range is sorted. As is_sorted_until. */
template <SegmentedIterator Iterator, class Compare = std::less<>>
bool is_sorted(const Iterator& first, const Iterator& last, Compare less = {})
{
  return dash::is_sorted_until(first, last, less) == last;
}

template <SegmentedRange Range>
bool is_sorted(Range&& range)
{
  return dash::is_sorted(range.begin(), range.end());
}

}  // namespace dash

#endif  // DASH__ALGORITHM__IS_SORTED_H__INCLUDED
