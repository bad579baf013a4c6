#ifndef DASH__ALGORITHM__SWAP_RANGES_H__INCLUDED
#define DASH__ALGORITHM__SWAP_RANGES_H__INCLUDED

#include <dash/internal/Execution.h>
#include <dash/internal/Share.h>

namespace dash {

namespace internal {

struct SwapStep {
  static constexpr auto name = "dash::swap_ranges";
  using functions = Functions<>;

  template <class Execution, class A, class B>
  void operator()(const Execution& exec, const A& a, const B& b) const
  {
    exec.swap_ranges(a.begin(), a.end(), b.begin());
  }
};

}  // namespace internal

/**
 * Exchanges the elements of two global ranges that do not overlap.
 *
 * Collective over the first range's team; each unit exchanges its own elements of the first range.
 * Synchronises before and after unless both are distributed alike.
 *
 * \return end of the second range
 */
template <SegmentedIterator Iterator, SegmentedIterator Other>
Other swap_ranges(const Iterator& first, const Iterator& last, const Other& other)
{
  internal::synchronize_unless_aligned(first, last, other);
  internal::for_each_local_pair_unordered(first, last, other, [](auto begin, auto end, auto with) {
    internal::run_step(
        internal::SwapStep{}, internal::updates(begin, end),
        internal::updates(with, with + (end - begin)));
  });
  internal::synchronize_unless_aligned(first, last, other);
  return other + (last - first);
}

template <SegmentedRange Range, SegmentedRange Other>
auto swap_ranges(Range&& range, Other&& other)
{
  return dash::swap_ranges(range.begin(), range.end(), other.begin());
}

}  // namespace dash

#endif  // DASH__ALGORITHM__SWAP_RANGES_H__INCLUDED
