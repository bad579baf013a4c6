#pragma once

/// \file
/// dash::fill.

#include <dash/detail/execution/Execution.h>
#include <dash/detail/range/LocalParts.h>
#include <dash/detail/range/RequireRange.h>

namespace dash {

namespace detail {

template <class T>
struct FillStep {
  static constexpr auto name = "dash::fill";
  using functions = Functions<>;
  T value;

  template <class Execution, class Out>
  void operator()(const Execution& exec, const Out& out) const
  {
    exec.fill(out.begin(), out.end(), value);
  }
};

}  // namespace detail

/// Assigns a value to all elements of a global range.
///
/// Collective over the range's team, owner-computes: each unit assigns its own elements, without
/// synchronisation.
template <SegmentedIterator Iterator>
void fill(Iterator first, Iterator last, const typename Iterator::value_type& value)
{
  detail::require_range("dash::fill", first, last);
  const detail::FillStep<typename Iterator::value_type> step{value};
  detail::for_each_local_part(first, last, [&](auto begin, auto end, auto&&) {
    detail::run_step(step, detail::writes(begin, end));
  });
}

template <SegmentedRange Range, class T>
void fill(Range&& range, const T& value)
{
  dash::fill(range.begin(), range.end(), value);
}

}  // namespace dash
