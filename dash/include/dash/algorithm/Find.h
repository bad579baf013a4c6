#pragma once

/// \file
/// dash::find, dash::find_if, dash::find_if_not and dash::find_first_of.

#include <dash/detail/algorithm/FindStep.h>
#include <dash/detail/algorithm/SourceViews.h>
#include <dash/detail/base/CurrentCall.h>
#include <dash/detail/execution/Execution.h>
#include <dash/detail/execution/FunctionObjects.h>
#include <dash/detail/execution/Share.h>
#include <dash/detail/memory/HostScratch.h>
#include <dash/detail/range/LocalParts.h>
#include <dash/detail/range/RequireRange.h>
#include <dash/detail/team/Combine.h>
#include <dash/detail/team/Unwinding.h>

#include <algorithm>
#include <functional>
#include <iterator>
#include <utility>
#include <vector>

namespace dash {

namespace detail {

/// Whether an element is equal to one of some candidates.
template <class T, class Predicate>
struct IsOneOf {
  const ScratchVector<T>& candidates;
  Predicate equal;

  template <class Element>
  bool operator()(const Element& element)
  {
    return std::any_of(candidates.begin(), candidates.end(), [&](const T& candidate) {
      return equal(element, candidate);
    });
  }
};

}  // namespace detail

/// Candidates are in host memory.
template <class T, class Predicate>
struct is_device_callable<detail::IsOneOf<T, Predicate>> : std::false_type {};

/// First element of a global range that satisfies a predicate, or \c last if there is none.
///
/// Collective over the range's team; returns the same result on all units. Each unit reads its own
/// elements up to the first one that satisfies the predicate.
///
/// \param proj  what to examine of each element: a function object or a pointer to a member
template <SegmentedIterator Iterator, class Predicate, class Proj = std::identity>
Iterator find_if(Iterator first, Iterator last, Predicate pred, Proj proj = {})
{
  const detail::CurrentCall call("dash::find_if");
  const detail::Position none = detail::require_range("dash::find_if", first, last);
  if (none == 0) return last;
  auto satisfies = detail::projected<std::iter_value_t<Iterator>>(std::move(pred), std::move(proj));
  detail::Position hit = none;
  Team& team = detail::team_of(first);
  detail::in_front_of_step(team, [&] {
    detail::for_each_part_read(first, last, [&](auto begin, auto end, auto&& position_of) {
      const auto found = detail::run_step(
          detail::FindStep<decltype(satisfies)>{satisfies}, detail::reads(begin, end));
      if (found != end - begin) hit = position_of(begin + found);
      return hit == none;
    });
  });
  return first + detail::min_over_units(team, hit);
}

template <SegmentedRange Range, class Predicate, class Proj = std::identity>
auto find_if(Range&& range, Predicate pred, Proj proj = {})
{
  return dash::find_if(range.begin(), range.end(), std::move(pred), std::move(proj));
}

/// First element that does not satisfy a predicate. Collective, with the same guarantees as
/// find_if.
template <SegmentedIterator Iterator, class Predicate, class Proj = std::identity>
Iterator find_if_not(Iterator first, Iterator last, Predicate pred, Proj proj = {})
{
  const detail::CurrentCall call("dash::find_if_not");
  detail::require_range("dash::find_if_not", first, last);
  return dash::find_if(first, last, detail::negated(std::move(pred)), std::move(proj));
}

template <SegmentedRange Range, class Predicate, class Proj = std::identity>
auto find_if_not(Range&& range, Predicate pred, Proj proj = {})
{
  return dash::find_if_not(range.begin(), range.end(), std::move(pred), std::move(proj));
}

/// First element that equals \c value. Collective, with the same guarantees as find_if.
template <SegmentedIterator Iterator, class T, class Proj = std::identity>
Iterator find(Iterator first, Iterator last, const T& value, Proj proj = {})
{
  const detail::CurrentCall call("dash::find");
  detail::require_range("dash::find", first, last);
  return dash::find_if(first, last, detail::EqualsValue{value}, std::move(proj));
}

template <SegmentedRange Range, class T, class Proj = std::identity>
auto find(Range&& range, const T& value, Proj proj = {})
{
  return dash::find(range.begin(), range.end(), value, std::move(proj));
}

/// First element of a global range that is equal to one of some candidates, or \c last if there is
/// none.
///
/// Collective over the range's team, which synchronises if the candidates are in global memory;
/// returns the same result on all units. Each unit reads its own elements up to the first one, and
/// all candidates, which should be few. Elements of GPU units are compared in host memory.
///
/// \param candidates, candidates_last  global iterators of any distribution, or native ones, where
///   all units have the same candidates
/// \param equal  whether an element and a candidate are equal
/// \param proj_a, proj_b  what to compare of the elements and of the candidates: functions, or
///   pointers to members
template <
    SegmentedIterator Iterator, std::random_access_iterator Other,
    class Predicate = std::equal_to<>, class ProjA = std::identity, class ProjB = std::identity>
Iterator find_first_of(
    const Iterator& first, const Iterator& last, const Other& candidates,
    const Other& candidates_last, Predicate equal = {}, ProjA proj_a = {}, ProjB proj_b = {})
{
  constexpr const char* name = "dash::find_first_of";
  const detail::CurrentCall call(name);
  const detail::Position size = detail::require_range(name, first, last);
  const detail::Position count = detail::require_range(name, candidates, candidates_last);
  if (size == 0 || count == 0) return last;
  if constexpr (SegmentedIterator<Other>) detail::team_of(first).barrier();
  const auto values = detail::elements_of(candidates, detail::Share{0, count});
  auto same = detail::projected_pair<std::iter_value_t<Iterator>, detail::stored_value<Other>>(
      std::move(equal), std::move(proj_a), std::move(proj_b));
  return dash::find_if(
      first, last, detail::IsOneOf<detail::stored_value<Other>, decltype(same)>{values, same});
}

template <
    SegmentedRange Range, class OtherRange, class Predicate = std::equal_to<>,
    class ProjA = std::identity, class ProjB = std::identity>
auto find_first_of(
    Range&& range, OtherRange&& candidates, Predicate equal = {}, ProjA proj_a = {},
    ProjB proj_b = {})
{
  return dash::find_first_of(
      range.begin(), range.end(), std::begin(candidates), std::end(candidates), std::move(equal),
      std::move(proj_a), std::move(proj_b));
}

DASH_NEEDS_POSITIONS(find)
DASH_NEEDS_POSITIONS(find_if)
DASH_NEEDS_POSITIONS(find_if_not)
DASH_NEEDS_POSITIONS(find_first_of)

}  // namespace dash
