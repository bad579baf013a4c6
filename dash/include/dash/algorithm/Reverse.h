#pragma once

/// \file
/// dash::reverse and dash::reverse_copy.

#include <dash/detail/algorithm/SourceViews.h>
#include <dash/detail/base/CurrentCall.h>
#include <dash/detail/execution/Execution.h>
#include <dash/detail/execution/Share.h>
#include <dash/detail/range/RequireRange.h>

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

}  // namespace detail

/// Reverses the order of the elements of a global range.
///
/// Collective over the range's team; moves elements between units, so it synchronises before and
/// after.
template <SegmentedIterator Iterator>
void reverse(const Iterator& first, const Iterator& last)
{
  const detail::CurrentCall call("dash::reverse");
  const detail::Position size = detail::require_range("dash::reverse", first, last);
  if (size == 0) return;
  detail::ExchangePhase phase(detail::team_of(first));
  const detail::Share share = detail::share_of(first, last);
  const auto elements = detail::copy_of_share(first, share);
  phase.all_have_read();
  detail::for_each_native_run(
      first + (size - share.end), share.size(), [&](auto to, auto to_end, auto offset) {
        auto* const end = elements.end() - offset;
        detail::run_step(
            detail::ReverseCopyStep{}, detail::reads(end - (to_end - to), end),
            detail::writes(to, to_end));
      });
}

template <SegmentedRange Range>
void reverse(Range&& range)
{
  dash::reverse(range.begin(), range.end());
}

DASH_NEEDS_POSITIONS(reverse)

}  // namespace dash
