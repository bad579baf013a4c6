#pragma once

/// \file
/// dash::swap_ranges.

#include <dash/detail/algorithm/SourceViews.h>
#include <dash/detail/base/CurrentCall.h>
#include <dash/detail/execution/CorrespondingRuns.h>
#include <dash/detail/execution/Execution.h>
#include <dash/detail/range/RequireRange.h>

namespace dash {

namespace detail {

struct SwapStep {
  static constexpr auto name = "dash::swap_ranges";
  static constexpr bool runs_at_places = true;
  using functions = Functions<>;

  template <class Execution, class A, class B>
  void operator()(const Execution& exec, const A& a, const B& b) const
  {
    exec.swap_ranges(a.begin(), a.end(), b.begin());
  }
};

}  // namespace detail

/// Exchanges the elements of two global ranges that do not overlap.
///
/// Collective over the first range's team; units exchange their own elements of the first range. If
/// the ranges are distributed differently and elements of one of them lie in many short runs, they
/// divide the positions as transform describes. Synchronises before and after unless both are
/// distributed alike.
///
/// \return end of the second range
template <SegmentedIterator Iterator, SegmentedIterator Other>
Other swap_ranges(const Iterator& first, const Iterator& last, const Other& other)
{
  const detail::CurrentCall call("dash::swap_ranges");
  const detail::Position size = detail::require_range("dash::swap_ranges", first, last);
  detail::require_room("dash::swap_ranges", size, other);
  detail::require_apart<detail::Overlapping::in_place>(
      "dash::swap_ranges", first, size, other, size);
  detail::synchronized_unless_aligned(first, last, other, [&] {
    const auto swap_run = [](auto&&, auto begin, auto end, auto with) {
      detail::run_step(
          detail::SwapStep{}, detail::updates(begin, end),
          detail::updates(with, with + (end - begin)));
    };
    using detail::Access;
    using Work = detail::StepOn<detail::SwapStep, Access::read_write, Access::read_write>;
    detail::for_each_corresponding_run<Work>(first, last, swap_run, other);
  });
  return other + size;
}

template <SegmentedRange Range, SegmentedRange Other>
auto swap_ranges(Range&& range, Other&& other)
{
  detail::require_as_long("dash::swap_ranges", range, other);
  return dash::swap_ranges(range.begin(), range.end(), other.begin());
}

DASH_NEEDS_POSITIONS_OF_TWO(swap_ranges)

}  // namespace dash
