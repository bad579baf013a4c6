#pragma once

/// \file
/// dash::count and dash::count_if.

#include <dash/detail/execution/Execution.h>
#include <dash/detail/execution/FunctionObjects.h>
#include <dash/detail/range/LocalParts.h>
#include <dash/detail/range/RequireRange.h>
#include <dash/detail/team/Combine.h>
#include <dash/detail/team/Unwinding.h>

#include <cstddef>
#include <utility>

namespace dash {

namespace detail {

template <class Predicate>
struct CountStep {
  static constexpr auto name = "dash::count_if";
  using functions = Functions<Predicate>;
  Callable<Predicate> pred;

  template <class Execution, class In>
  Position operator()(const Execution& exec, const In& in) const
  {
    return exec.count_if(in.begin(), in.end(), exec.function(pred));
  }
};

}  // namespace detail

/// Number of elements of a global range that satisfy a predicate.
///
/// Collective over the range's team; returns the same result on all units. Each unit reads its own
/// elements.
template <SegmentedIterator Iterator, class Predicate>
std::ptrdiff_t count_if(Iterator first, Iterator last, Predicate pred)
{
  if (detail::require_range("dash::count_if", first, last) == 0) return 0;
  std::ptrdiff_t mine = 0;
  Team& team = detail::team_of(first);
  detail::in_front_of_step(team, [&] {
    detail::for_each_local_part(first, last, [&](auto begin, auto end, auto&&) {
      mine += detail::run_step(detail::CountStep<Predicate>{pred}, detail::reads(begin, end));
    });
  });
  return detail::sum_over_units(team, mine);
}

template <SegmentedRange Range, class Predicate>
std::ptrdiff_t count_if(Range&& range, Predicate pred)
{
  return dash::count_if(range.begin(), range.end(), std::move(pred));
}

/// Number of elements that equal \c value. Collective, with the same guarantees as count_if.
template <SegmentedIterator Iterator, class T>
std::ptrdiff_t count(Iterator first, Iterator last, const T& value)
{
  detail::require_range("dash::count", first, last);
  return dash::count_if(first, last, detail::EqualsValue{value});
}

template <SegmentedRange Range, class T>
std::ptrdiff_t count(Range&& range, const T& value)
{
  return dash::count(range.begin(), range.end(), value);
}

}  // namespace dash
