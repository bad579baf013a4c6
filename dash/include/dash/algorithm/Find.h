#pragma once

/// \file
/// dash::find, dash::find_if and dash::find_if_not.

#include <dash/detail/execution/Execution.h>
#include <dash/detail/execution/FunctionObjects.h>
#include <dash/detail/range/LocalParts.h>
#include <dash/detail/range/RequireRange.h>
#include <dash/detail/team/Combine.h>
#include <dash/detail/team/Unwinding.h>

#include <utility>

namespace dash {

namespace detail {

/// Offset of the first element that satisfies the predicate, or the number of elements if there is
/// none.
template <class Predicate>
struct FindStep {
  static constexpr auto name = "dash::find_if";
  using functions = Functions<Predicate>;
  Callable<Predicate> pred;

  template <class Execution, class In>
  Position operator()(const Execution& exec, const In& in) const
  {
    return exec.find_if(in.begin(), in.end(), exec.function(pred)) - in.begin();
  }
};

}  // namespace detail

/// First element of a global range that satisfies a predicate, or \c last if there is none.
///
/// Collective over the range's team; returns the same result on all units. Each unit reads its own
/// elements up to the first one that satisfies the predicate.
template <SegmentedIterator Iterator, class Predicate>
Iterator find_if(Iterator first, Iterator last, Predicate pred)
{
  const detail::Position none = detail::require_range("dash::find_if", first, last);
  if (none == 0) return last;
  detail::Position hit = none;
  Team& team = detail::team_of(first);
  detail::in_front_of_step(team, [&] {
    detail::for_each_local_part(first, last, [&](auto begin, auto end, auto&& position_of) {
      if (hit != none) return;
      const auto found =
          detail::run_step(detail::FindStep<Predicate>{pred}, detail::reads(begin, end));
      if (found != end - begin) hit = position_of(begin + found);
    });
  });
  return first + detail::min_over_units(team, hit);
}

template <SegmentedRange Range, class Predicate>
auto find_if(Range&& range, Predicate pred)
{
  return dash::find_if(range.begin(), range.end(), std::move(pred));
}

/// First element that does not satisfy a predicate. Collective, with the same guarantees as
/// find_if.
template <SegmentedIterator Iterator, class Predicate>
Iterator find_if_not(Iterator first, Iterator last, Predicate pred)
{
  detail::require_range("dash::find_if_not", first, last);
  return dash::find_if(first, last, detail::Negated<Predicate>{std::move(pred)});
}

template <SegmentedRange Range, class Predicate>
auto find_if_not(Range&& range, Predicate pred)
{
  return dash::find_if_not(range.begin(), range.end(), std::move(pred));
}

/// First element that equals \c value. Collective, with the same guarantees as find_if.
template <SegmentedIterator Iterator, class T>
Iterator find(Iterator first, Iterator last, const T& value)
{
  detail::require_range("dash::find", first, last);
  return dash::find_if(first, last, detail::EqualsValue{value});
}

template <SegmentedRange Range, class T>
auto find(Range&& range, const T& value)
{
  return dash::find(range.begin(), range.end(), value);
}

}  // namespace dash
