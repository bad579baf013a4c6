#pragma once

/// \file
/// dash::replace, dash::replace_if, and their forms that copy.

#include <dash/algorithm/Transform.h>
#include <dash/detail/algorithm/SourceViews.h>
#include <dash/detail/base/CurrentCall.h>
#include <dash/detail/execution/Execution.h>
#include <dash/detail/execution/FunctionObjects.h>
#include <dash/detail/range/LocalParts.h>
#include <dash/detail/range/RequireRange.h>

#include <functional>
#include <iterator>
#include <type_traits>
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

/// An element, or \c value in place of one that satisfies a predicate, as an element of the output.
template <class Element, class Predicate, class Result>
struct ReplacedIf {
  Predicate pred;
  Result value;

  DASH_NO_EXECUTION_CHECK
  DASH_HOST_DEVICE constexpr Result operator()(const Element& element)
  {
    return pred(element) ? value : static_cast<Result>(element);
  }

  /// Called with predicates that do not change their state.
  DASH_NO_EXECUTION_CHECK
  DASH_HOST_DEVICE constexpr Result operator()(const Element& element) const
    requires(std::is_invocable_v<const Predicate&, const Element&>)
  {
    return pred(element) ? value : static_cast<Result>(element);
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

/// Copies the elements of a global range, and \c value in place of those that satisfy a predicate,
/// to a range of any distribution. Collective, with the same guarantees as transform.
/// \return end of the output
template <
    SegmentedIterator Iterator, class Out, class Predicate, class T, class Proj = std::identity>
Out replace_copy_if(
    const Iterator& first, const Iterator& last, const Out& out, Predicate pred, const T& value,
    Proj proj = {})
{
  using Element = std::iter_value_t<Iterator>;
  using Result = std::iter_value_t<Out>;
  auto satisfies = detail::projected<Element>(std::move(pred), std::move(proj));
  return dash::transform(
      first, last, out,
      detail::ReplacedIf<Element, decltype(satisfies), Result>{
          std::move(satisfies), static_cast<Result>(value)});
}

template <SegmentedRange Range, class Out, class Predicate, class T, class Proj = std::identity>
Out replace_copy_if(Range&& range, const Out& out, Predicate pred, const T& value, Proj proj = {})
{
  return dash::replace_copy_if(
      range.begin(), range.end(), out, std::move(pred), value, std::move(proj));
}

/// Copies the elements of a global range, and \c value in place of those that equal \c old_value.
/// Collective, with the same guarantees as transform.
template <SegmentedIterator Iterator, class Out, class T, class U, class Proj = std::identity>
Out replace_copy(
    const Iterator& first, const Iterator& last, const Out& out, const T& old_value, const U& value,
    Proj proj = {})
{
  return dash::replace_copy_if(
      first, last, out, detail::EqualsValue{old_value}, value, std::move(proj));
}

template <SegmentedRange Range, class Out, class T, class U, class Proj = std::identity>
Out replace_copy(Range&& range, const Out& out, const T& old_value, const U& value, Proj proj = {})
{
  return dash::replace_copy(range.begin(), range.end(), out, old_value, value, std::move(proj));
}

DASH_NEEDS_POSITIONS(replace)
DASH_NEEDS_POSITIONS(replace_if)
DASH_READS_VIEWS(replace_copy)
DASH_READS_VIEWS(replace_copy_if)

}  // namespace dash
