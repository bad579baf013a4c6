#pragma once

/// \file
/// dash::fill and dash::fill_n.

#include <dash/detail/algorithm/SourceViews.h>
#include <dash/detail/base/CurrentCall.h>
#include <dash/detail/execution/Execution.h>
#include <dash/detail/range/LocalParts.h>
#include <dash/detail/range/RequireRange.h>

#include <iterator>

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
  const detail::CurrentCall call("dash::fill");
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

/// Assigns a value to the \c n elements that begin at \c first. Collective, with the same
/// guarantees as fill.
///
/// \return end of the elements
/// \throws exception::InvalidArgument for a negative number, exception::OutOfRange if there are
///   fewer elements
template <SegmentedIterator Iterator, class T>
Iterator fill_n(Iterator first, std::iter_difference_t<Iterator> n, const T& value)
{
  const detail::CurrentCall call("dash::fill_n");
  detail::require_range("dash::fill_n", first, first + n);
  dash::fill(first, first + n, static_cast<std::iter_value_t<Iterator>>(value));
  return first + n;
}

DASH_NEEDS_POSITIONS(fill)

}  // namespace dash
