#pragma once

/// \file
/// dash::replace and dash::replace_if.

#include <dash/detail/algorithm/SourceViews.h>
#include <dash/detail/base/CurrentCall.h>
#include <dash/detail/execution/Execution.h>
#include <dash/detail/execution/FunctionObjects.h>
#include <dash/detail/range/LocalParts.h>
#include <dash/detail/range/RequireRange.h>

#include <functional>
#include <iterator>
#include <utility>

namespace dash {

namespace detail {

template <class Predicate, class T>
struct ReplaceStep {
  static constexpr auto name = "dash::replace_if";
  using functions = Functions<Predicate>;
  Callable<Predicate> pred;
  T value;

  template <class Execution, class InOut>
  void operator()(const Execution& exec, const InOut& elements) const
  {
    exec.replace_if(elements.begin(), elements.end(), exec.function(pred), value);
  }
};

}  // namespace detail

/// Assigns \c value to the elements of a global range that satisfy a predicate.
///
/// Collective, owner-computes; does not synchronise.
///
/// \param proj  what to examine of each element: a function object or a pointer to a member
template <SegmentedIterator Iterator, class Predicate, class T, class Proj = std::identity>
void replace_if(Iterator first, Iterator last, Predicate pred, const T& value, Proj proj = {})
{
  const detail::CurrentCall call("dash::replace_if");
  detail::require_range("dash::replace_if", first, last);
  auto satisfies = detail::projected<std::iter_value_t<Iterator>>(std::move(pred), std::move(proj));
  const detail::ReplaceStep<decltype(satisfies), T> step{satisfies, value};
  detail::for_each_local_part(first, last, [&](auto begin, auto end, auto&&) {
    detail::run_step(step, detail::updates(begin, end));
  });
}

template <SegmentedRange Range, class Predicate, class T, class Proj = std::identity>
void replace_if(Range&& range, Predicate pred, const T& value, Proj proj = {})
{
  dash::replace_if(range.begin(), range.end(), std::move(pred), value, std::move(proj));
}

/// Assigns \c value to the elements that equal \c old_value. Collective, with the same guarantees
/// as replace_if.
template <SegmentedIterator Iterator, class T, class U, class Proj = std::identity>
void replace(Iterator first, Iterator last, const T& old_value, const U& value, Proj proj = {})
{
  const detail::CurrentCall call("dash::replace");
  detail::require_range("dash::replace", first, last);
  dash::replace_if(first, last, detail::EqualsValue{old_value}, value, std::move(proj));
}

template <SegmentedRange Range, class T, class U, class Proj = std::identity>
void replace(Range&& range, const T& old_value, const U& value, Proj proj = {})
{
  dash::replace(range.begin(), range.end(), old_value, value, std::move(proj));
}

DASH_NEEDS_POSITIONS(replace)
DASH_NEEDS_POSITIONS(replace_if)

}  // namespace dash
