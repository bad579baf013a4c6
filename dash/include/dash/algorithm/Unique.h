#pragma once

/// \file
/// dash::unique and dash::unique_copy.

#include <dash/detail/algorithm/SourceViews.h>
#include <dash/detail/base/CurrentCall.h>
#include <dash/detail/execution/ExchangePhase.h>
#include <dash/detail/execution/Execution.h>
#include <dash/detail/execution/FunctionObjects.h>
#include <dash/detail/execution/Share.h>
#include <dash/detail/execution/UnitOrder.h>
#include <dash/detail/range/RequireRange.h>

#include <algorithm>
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

/// Assigns the first of each group of equal neighbours to a range, which may begin where they do.
/// Collective.
template <SegmentedIterator Iterator, class Out, class Predicate, class Proj>
Out unique_to(
    const char* algorithm, const Iterator& first, const Iterator& last, const Out& out,
    Predicate equal, Proj proj)
{
  using T = std::iter_value_t<Iterator>;
  const CurrentCall call(algorithm);
  const Position size = require_range(algorithm, first, last);
  if (size == 0) return out;
  auto same = projected<T>(std::move(equal), std::move(proj));
  Team& team = team_of(first);
  ExchangePhase phase(team);
  Position left = 0;
  const auto keep_own = [&](auto* begin, auto* end) {
    left = std::unique(begin, end, by_reference(same)) - begin;
  };
  if (rearranged_in_place(first, size, out, keep_own)) return out + left;
  // The share includes the preceding element for comparison; that element is kept, but not here.
  Share share = share_of(first, last);
  const Position before = !share.empty() && share.begin > 0;
  share.begin -= before;
  const UnitBuffer<T> elements = copy_of_share(first, share);
  const Position kept =
      run_step(UniqueStep<decltype(same)>{same}, updates(elements.begin(), elements.end()));
  phase.all_have_read();
  return assign_in_unit_order(
      algorithm, team, elements.begin() + before, elements.begin() + kept, out);
}

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
  return detail::unique_to("dash::unique", first, last, first, std::move(equal), std::move(proj));
}

template <SegmentedRange Range, class Predicate = std::equal_to<>, class Proj = std::identity>
auto unique(Range&& range, Predicate equal = {}, Proj proj = {})
{
  return dash::unique(range.begin(), range.end(), std::move(equal), std::move(proj));
}

/// Copies the first of each group of equal neighbours to a global range that does not overlap the
/// input. Collective, with the same guarantees as unique.
/// \return end of the output, the same on all units
/// \throws exception::OutOfRange on all units, before anything is written, if the output is too
///   short
template <
    SegmentedIterator Iterator, SegmentedIterator Out, class Predicate = std::equal_to<>,
    class Proj = std::identity>
Out unique_copy(
    const Iterator& first, const Iterator& last, const Out& out, Predicate equal = {},
    Proj proj = {})
{
  return detail::unique_to(
      "dash::unique_copy", first, last, out, std::move(equal), std::move(proj));
}

template <
    SegmentedRange Range, SegmentedIterator Out, class Predicate = std::equal_to<>,
    class Proj = std::identity>
Out unique_copy(Range&& range, const Out& out, Predicate equal = {}, Proj proj = {})
{
  return dash::unique_copy(range.begin(), range.end(), out, std::move(equal), std::move(proj));
}

DASH_NEEDS_POSITIONS(unique)
DASH_READS_VIEWS(unique_copy)

}  // namespace dash
