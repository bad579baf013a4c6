#pragma once

/// \file
/// dash::replace and dash::replace_if.

#include <dash/detail/execution/Execution.h>
#include <dash/detail/execution/FunctionObjects.h>
#include <dash/detail/range/LocalParts.h>
#include <dash/detail/range/RequireRange.h>

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
template <SegmentedIterator Iterator, class Predicate, class T>
void replace_if(Iterator first, Iterator last, Predicate pred, const T& value)
{
  detail::require_range("dash::replace_if", first, last);
  const detail::ReplaceStep<Predicate, T> step{pred, value};
  detail::for_each_local_part(first, last, [&](auto begin, auto end, auto&&) {
    detail::run_step(step, detail::updates(begin, end));
  });
}

template <SegmentedRange Range, class Predicate, class T>
void replace_if(Range&& range, Predicate pred, const T& value)
{
  dash::replace_if(range.begin(), range.end(), std::move(pred), value);
}

/// Assigns \c value to the elements that equal \c old_value. Collective, with the same guarantees
/// as replace_if.
template <SegmentedIterator Iterator, class T, class U>
void replace(Iterator first, Iterator last, const T& old_value, const U& value)
{
  detail::require_range("dash::replace", first, last);
  dash::replace_if(first, last, detail::EqualsValue{old_value}, value);
}

template <SegmentedRange Range, class T, class U>
void replace(Range&& range, const T& old_value, const U& value)
{
  dash::replace(range.begin(), range.end(), old_value, value);
}

}  // namespace dash
