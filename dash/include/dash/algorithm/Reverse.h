#ifndef DASH__ALGORITHM__REVERSE_H__INCLUDED
#define DASH__ALGORITHM__REVERSE_H__INCLUDED

#include <dash/internal/Execution.h>
#include <dash/internal/Share.h>

namespace dash {

namespace internal {

struct ReverseCopyStep {
  static constexpr auto name = "dash::reverse";
  using functions = Functions<>;

  template <class Execution, class In, class Out>
  void operator()(const Execution& exec, const In& in, const Out& out) const
  {
    exec.reverse_copy(in.begin(), in.end(), out.begin());
  }
};

}  // namespace internal

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
  const auto elements = internal::copy_of_share(first, share);
  phase.all_have_read();
  internal::for_each_stretch(
      first + ((last - first) - share.end), share.size(), [&](auto to, auto to_end, auto offset) {
        auto* const end = elements.end() - offset;
        internal::run_step(
            internal::ReverseCopyStep{}, internal::reads(end - (to_end - to), end),
            internal::writes(to, to_end));
      });
}

template <SegmentedRange Range>
void reverse(Range&& range)
{
  dash::reverse(range.begin(), range.end());
}

}  // namespace dash

#endif  // DASH__ALGORITHM__REVERSE_H__INCLUDED
