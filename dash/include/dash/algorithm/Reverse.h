#pragma once

/// \file
/// dash::reverse and dash::reverse_copy.

#include <dash/detail/algorithm/SourceViews.h>
#include <dash/detail/base/CurrentCall.h>
#include <dash/detail/execution/ExchangePhase.h>
#include <dash/detail/execution/Execution.h>
#include <dash/detail/execution/Share.h>
#include <dash/detail/range/RequireRange.h>

#include <algorithm>

namespace dash {

namespace detail {

struct ReverseCopyStep {
  static constexpr auto name = "dash::reverse";
  using functions = Functions<>;

  template <class Execution, class In, class Out>
  void operator()(const Execution& exec, const In& in, const Out& out) const
  {
    exec.reverse_copy(in.begin(), in.end(), out.begin());
  }
};

/// Assigns the elements of a range in reverse order to a range, which may be the same one.
/// Collective.
template <SegmentedIterator Iterator, class Out>
Out reverse_to(const char* algorithm, const Iterator& first, const Iterator& last, const Out& out)
{
  const CurrentCall call(algorithm);
  const Position size = require_range(algorithm, first, last);
  require_room(algorithm, size, out);
  if (size == 0) return out;
  ExchangePhase phase(team_of(first));
  const auto reverse_own = [](auto* begin, auto* end) { std::reverse(begin, end); };
  if (rearranged_in_place(first, size, out, reverse_own)) return out + size;
  const Share share = share_of(first, last);
  const auto elements = copy_of_share(first, share);
  phase.all_have_read();
  for_each_native_run(
      out + (size - share.end), share.size(), [&](auto to, auto to_end, auto offset) {
        auto* const end = elements.end() - offset;
        run_step(ReverseCopyStep{}, reads(end - (to_end - to), end), writes(to, to_end));
      });
  return out + size;
}

}  // namespace detail

/// Reverses the order of the elements of a global range.
///
/// Collective over the range's team; moves elements between units, so it synchronises before and
/// after.
template <SegmentedIterator Iterator>
void reverse(const Iterator& first, const Iterator& last)
{
  detail::reverse_to("dash::reverse", first, last, first);
}

template <SegmentedRange Range>
void reverse(Range&& range)
{
  dash::reverse(range.begin(), range.end());
}

/// Copies the elements of a global range in reverse order to another one, which may be distributed
/// differently and does not overlap it. Collective, with the same guarantees as reverse.
/// \return end of the output
/// \throws exception::OutOfRange if the output is too short
template <SegmentedIterator Iterator, SegmentedIterator Out>
Out reverse_copy(const Iterator& first, const Iterator& last, const Out& out)
{
  return detail::reverse_to("dash::reverse_copy", first, last, out);
}

template <SegmentedRange Range, SegmentedIterator Out>
Out reverse_copy(Range&& range, const Out& out)
{
  return dash::reverse_copy(range.begin(), range.end(), out);
}

DASH_NEEDS_POSITIONS(reverse)
DASH_READS_VIEWS(reverse_copy)

}  // namespace dash
