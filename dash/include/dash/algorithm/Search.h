#pragma once

/// \file
/// dash::search.

#include <dash/detail/algorithm/SourceViews.h>
#include <dash/detail/base/CurrentCall.h>
#include <dash/detail/execution/FunctionObjects.h>
#include <dash/detail/execution/Share.h>
#include <dash/detail/range/RequireRange.h>
#include <dash/detail/team/Combine.h>

#include <algorithm>
#include <functional>
#include <iterator>
#include <utility>

namespace dash {

/// First occurrence of a sequence in a global range, or \c last if there is none; \c first if the
/// sequence is empty. The same on all units.
///
/// Collective over the range's team. Reads elements of other units, so it synchronises before and
/// after. Each unit copies its share of the range and the whole sequence, which should be short, to
/// host memory, and compares as std::search does.
///
/// \param wanted, wanted_last  the sequence: global iterators of any distribution, or native ones,
///   where all units have the same elements
/// \param equal  whether an element of the range and one of the sequence are equal
/// \param proj_a, proj_b  what to compare of the elements of the range and of the sequence:
/// function
///   objects or pointers to members
template <
    SegmentedIterator Iterator, std::random_access_iterator Other,
    class Predicate = std::equal_to<>, class ProjA = std::identity, class ProjB = std::identity>
Iterator search(
    const Iterator& first, const Iterator& last, const Other& wanted, const Other& wanted_last,
    Predicate equal = {}, ProjA proj_a = {}, ProjB proj_b = {})
{
  using detail::Position;
  const detail::CurrentCall call("dash::search");
  const Position size = detail::require_range("dash::search", first, last);
  const Position length = detail::require_range("dash::search", wanted, wanted_last);
  if (length == 0) return first;
  if (size == 0) return last;
  Team& team = detail::team_of(first);
  const detail::ExchangePhase phase(team);
  Position found = size;
  // An occurrence begins in the share, and may end behind it.
  detail::Share share = detail::share_of(first, last);
  if (!share.empty() && share.begin + length <= size) {
    share.end = std::min(size, share.end + length - 1);
    const auto elements = detail::elements_of(first, share);
    const auto sequence = detail::elements_of(wanted, detail::Share{0, length});
    auto same = detail::projected_pair<detail::stored_value<Iterator>, detail::stored_value<Other>>(
        std::move(equal), std::move(proj_a), std::move(proj_b));
    const auto it = std::search(
        elements.begin(), elements.end(), sequence.begin(), sequence.end(), std::ref(same));
    if (it != elements.end()) found = share.begin + (it - elements.begin());
  }
  return first + detail::min_over_units(team, found);
}

template <
    SegmentedRange Range, class OtherRange, class Predicate = std::equal_to<>,
    class ProjA = std::identity, class ProjB = std::identity>
auto search(
    Range&& range, OtherRange&& wanted, Predicate equal = {}, ProjA proj_a = {}, ProjB proj_b = {})
{
  return dash::search(
      range.begin(), range.end(), std::begin(wanted), std::end(wanted), std::move(equal),
      std::move(proj_a), std::move(proj_b));
}

DASH_NEEDS_POSITIONS(search)

}  // namespace dash
