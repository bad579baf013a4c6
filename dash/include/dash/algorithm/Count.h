#pragma once

/// \file
/// dash::count and dash::count_if.

#include <dash/detail/algorithm/SourceViews.h>
#include <dash/detail/base/CurrentCall.h>
#include <dash/detail/execution/Execution.h>
#include <dash/detail/execution/FunctionObjects.h>
#include <dash/detail/range/LocalParts.h>
#include <dash/detail/range/RequireRange.h>
#include <dash/detail/team/Combine.h>
#include <dash/detail/team/Unwinding.h>

#include <cstddef>
#include <functional>
#include <iterator>
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
///
/// \param proj  what to examine of each element: a function object or a pointer to a member
template <SegmentedIterator Iterator, class Predicate, class Proj = std::identity>
std::ptrdiff_t count_if(Iterator first, Iterator last, Predicate pred, Proj proj = {})
{
  const detail::CurrentCall call("dash::count_if");
  if (detail::require_range("dash::count_if", first, last) == 0) return 0;
  auto satisfies = detail::projected<std::iter_value_t<Iterator>>(std::move(pred), std::move(proj));
  std::ptrdiff_t mine = 0;
  Team& team = detail::team_of(first);
  detail::in_front_of_step(team, [&] {
    detail::for_each_part_read(first, last, [&](auto begin, auto end, auto&&) {
      mine += detail::run_step(
          detail::CountStep<decltype(satisfies)>{satisfies}, detail::reads(begin, end));
    });
  });
  return detail::sum_over_units(team, mine);
}

template <SegmentedRange Range, class Predicate, class Proj = std::identity>
std::ptrdiff_t count_if(Range&& range, Predicate pred, Proj proj = {})
{
  return dash::count_if(range.begin(), range.end(), std::move(pred), std::move(proj));
}

/// Number of elements that equal \c value. Collective, with the same guarantees as count_if.
template <SegmentedIterator Iterator, class T, class Proj = std::identity>
std::ptrdiff_t count(Iterator first, Iterator last, const T& value, Proj proj = {})
{
  const detail::CurrentCall call("dash::count");
  detail::require_range("dash::count", first, last);
  return dash::count_if(first, last, detail::EqualsValue{value}, std::move(proj));
}

template <SegmentedRange Range, class T, class Proj = std::identity>
std::ptrdiff_t count(Range&& range, const T& value, Proj proj = {})
{
  return dash::count(range.begin(), range.end(), value, std::move(proj));
}

DASH_READS_VIEWS(count_if)
DASH_READS_VIEWS(count)

}  // namespace dash
