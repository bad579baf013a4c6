#pragma once

/// \file
/// dash::unique.

#include <dash/detail/algorithm/SourceViews.h>
#include <dash/detail/base/CurrentCall.h>
#include <dash/detail/execution/Execution.h>
#include <dash/detail/execution/FunctionObjects.h>
#include <dash/detail/execution/Share.h>
#include <dash/detail/range/RequireRange.h>

#include <functional>
#include <iterator>
#include <utility>

namespace dash {

namespace detail {

/// Moves the kept elements of an operand to its start. \return number of elements kept
template <class Predicate>
struct UniqueStep {
  static constexpr auto name = "dash::unique";
  using functions = Functions<Predicate>;
  Callable<Predicate> equal;

  template <class Execution, class InOut>
  Position operator()(const Execution& exec, const InOut& elements) const
  {
    return exec.unique(elements.begin(), elements.end(), exec.function(equal)) - elements.begin();
  }
};

}  // namespace detail

/// Keeps the first of each group of equal neighbours; the rest of the range has unspecified values.
///
/// Collective over the range's team; moves elements between units, so it synchronises before and
/// after.
///
/// \param equal  an equivalence relation
/// \param proj   what to compare of each element: a function object or a pointer to a member
/// \return end of the kept elements, the same on all units
template <SegmentedIterator Iterator, class Predicate = std::equal_to<>, class Proj = std::identity>
Iterator unique(const Iterator& first, const Iterator& last, Predicate equal = {}, Proj proj = {})
{
  using T = std::iter_value_t<Iterator>;
  const detail::CurrentCall call("dash::unique");
  if (detail::require_range("dash::unique", first, last) == 0) return last;
  auto same = detail::projected<std::iter_value_t<Iterator>>(std::move(equal), std::move(proj));
  Team& team = detail::team_of(first);
  detail::ExchangePhase phase(team);
  // The share includes the preceding element for comparison; that element is kept, but not here.
  detail::Share share = detail::share_of(first, last);
  const detail::Position before = !share.empty() && share.begin > 0;
  share.begin -= before;
  const detail::UnitBuffer<T> elements = detail::copy_of_share(first, share);
  const detail::Position kept = detail::run_step(
      detail::UniqueStep<decltype(same)>{same}, detail::updates(elements.begin(), elements.end()));
  phase.all_have_read();
  return detail::assign_in_unit_order(
      "dash::unique", team, elements.begin() + before, elements.begin() + kept, first);
}

template <SegmentedRange Range, class Predicate = std::equal_to<>, class Proj = std::identity>
auto unique(Range&& range, Predicate equal = {}, Proj proj = {})
{
  return dash::unique(range.begin(), range.end(), std::move(equal), std::move(proj));
}

DASH_NEEDS_POSITIONS(unique)

}  // namespace dash
