#pragma once

/// \file
/// dash::lexicographical_compare.

#include <dash/algorithm/Mismatch.h>
#include <dash/detail/algorithm/SourceViews.h>
#include <dash/detail/algorithm/StrictOrder.h>
#include <dash/detail/base/CurrentCall.h>
#include <dash/detail/execution/ExchangePhase.h>
#include <dash/detail/execution/FunctionObjects.h>
#include <dash/detail/range/RequireRange.h>

#include <algorithm>
#include <concepts>
#include <functional>
#include <iterator>
#include <utility>

namespace dash {

/// Whether the first range is lexicographically less than the second.
///
/// Collective over the first range's team; returns the same result on all units. Synchronises
/// before and after.
///
/// \param less  whether the first argument is smaller
/// \param proj_a, proj_b  what to compare of the elements of each range: function objects or
///   pointers to members
template <
    SegmentedIterator Iterator, SegmentedIterator Other, class Compare = std::less<>,
    class ProjA = std::identity, class ProjB = std::identity>
bool lexicographical_compare(
    const Iterator& first1, const Iterator& last1, const Other& first2, const Other& last2,
    Compare less = {}, ProjA proj_a = {}, ProjB proj_b = {})
{
  using A = std::iter_value_t<Iterator>;
  using B = std::iter_value_t<Other>;
  const detail::CurrentCall call("dash::lexicographical_compare");
  const detail::Position size1 =
      detail::require_range("dash::lexicographical_compare", first1, last1);
  const detail::Position size2 =
      detail::require_range("dash::lexicographical_compare", first2, last2);
  const detail::Position common = (std::min)(size1, size2);
  if (common == 0) return size1 < size2;
  Team& team = detail::team_of(first1);
  const detail::ExchangePhase phase(team);
  using detail::projection_of;
  auto equivalent = detail::projected_pair<A, B>(
      detail::Equivalent<projection_of<ProjA, A>, projection_of<ProjB, B>, Compare>{less}, proj_a,
      proj_b);
  const auto position = detail::first_difference(first1, first1 + common, first2, equivalent);
  if (position == common) return size1 < size2;
  const A a = static_cast<A>(first1[position]);
  const auto& key = detail::project(proj_a, a);
  using Key = decltype(key);
  if constexpr (std::predicate<Compare&, Key, Key>) {
    if (detail::holds_for_itself(less, key)) {
      detail::throw_not_strict_together(team, "dash::lexicographical_compare");
    }
  }
  const B b = static_cast<B>(first2[position]);
  return less(key, detail::project(proj_b, b));
}

template <
    SegmentedRange Range, SegmentedRange Other, class Compare = std::less<>,
    class ProjA = std::identity, class ProjB = std::identity>
bool lexicographical_compare(
    Range&& range, Other&& other, Compare less = {}, ProjA proj_a = {}, ProjB proj_b = {})
{
  return dash::lexicographical_compare(
      range.begin(), range.end(), other.begin(), other.end(), std::move(less), std::move(proj_a),
      std::move(proj_b));
}

DASH_READS_VIEWS(lexicographical_compare)
DASH_NEEDS_TWO_RANGES(lexicographical_compare)

}  // namespace dash
