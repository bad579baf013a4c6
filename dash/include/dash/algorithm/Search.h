#pragma once

/// \file
/// dash::search and dash::find_end.

#include <dash/detail/algorithm/SourceViews.h>
#include <dash/detail/base/CurrentCall.h>
#include <dash/detail/execution/ExchangePhase.h>
#include <dash/detail/execution/FunctionObjects.h>
#include <dash/detail/execution/Share.h>
#include <dash/detail/range/RequireRange.h>
#include <dash/detail/team/Combine.h>

#include <algorithm>
#include <functional>
#include <iterator>
#include <limits>
#include <utility>

namespace dash {

namespace detail {

enum class Occurrence { first, last };

/// dash::search and dash::find_end. Collective.
template <Occurrence which, class Iterator, class Other, class Predicate, class ProjA, class ProjB>
Iterator occurrence(
    const char* name, const Iterator& first, const Iterator& last, const Other& wanted,
    const Other& wanted_last, Predicate equal, ProjA proj_a, ProjB proj_b)
{
  constexpr bool is_first = which == Occurrence::first;
  const CurrentCall call(name);
  const Position size = require_range(name, first, last);
  const Position length = require_range(name, wanted, wanted_last);
  if (length == 0) return is_first ? first : last;
  if (size == 0) return last;
  Team& team = team_of(first);
  const ExchangePhase phase(team);
  constexpr Position none = is_first ? (std::numeric_limits<Position>::max)() : -1;
  Position found = none;
  // An occurrence begins in the share, and may end behind it.
  Share share = share_of(first, last);
  if (!share.empty() && share.begin + length <= size) {
    share.end = (std::min)(size, share.end + length - 1);
    const auto elements = elements_of(first, share);
    const auto sequence = elements_of(wanted, Share{0, length});
    auto same = projected_pair<stored_value<Iterator>, stored_value<Other>>(
        std::move(equal), std::move(proj_a), std::move(proj_b));
    const auto look = [&](auto search) {
      return search(
          elements.begin(), elements.end(), sequence.begin(), sequence.end(), by_reference(same));
    };
    const auto it = look([](const auto&... arguments) {
      if constexpr (is_first) {
        return std::search(arguments...);
      } else {
        return std::find_end(arguments...);
      }
    });
    if (it != elements.end()) found = share.begin + (it - elements.begin());
  }
  found = reduce_over_units(team, found, is_first ? DART_OP_MIN : DART_OP_MAX);
  return found == none ? last : first + found;
}

}  // namespace detail

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
///   function objects or pointers to members
template <
    SegmentedIterator Iterator, std::random_access_iterator Other,
    class Predicate = std::equal_to<>, class ProjA = std::identity, class ProjB = std::identity>
Iterator search(
    const Iterator& first, const Iterator& last, const Other& wanted, const Other& wanted_last,
    Predicate equal = {}, ProjA proj_a = {}, ProjB proj_b = {})
{
  return detail::occurrence<detail::Occurrence::first>(
      "dash::search", first, last, wanted, wanted_last, std::move(equal), std::move(proj_a),
      std::move(proj_b));
}

/// Last occurrence of a sequence in a global range, or \c last if there is none or the sequence is
/// empty. Collective, with the same guarantees and parameters as search.
template <
    SegmentedIterator Iterator, std::random_access_iterator Other,
    class Predicate = std::equal_to<>, class ProjA = std::identity, class ProjB = std::identity>
Iterator find_end(
    const Iterator& first, const Iterator& last, const Other& wanted, const Other& wanted_last,
    Predicate equal = {}, ProjA proj_a = {}, ProjB proj_b = {})
{
  return detail::occurrence<detail::Occurrence::last>(
      "dash::find_end", first, last, wanted, wanted_last, std::move(equal), std::move(proj_a),
      std::move(proj_b));
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

template <
    SegmentedRange Range, class OtherRange, class Predicate = std::equal_to<>,
    class ProjA = std::identity, class ProjB = std::identity>
auto find_end(
    Range&& range, OtherRange&& wanted, Predicate equal = {}, ProjA proj_a = {}, ProjB proj_b = {})
{
  return dash::find_end(
      range.begin(), range.end(), std::begin(wanted), std::end(wanted), std::move(equal),
      std::move(proj_a), std::move(proj_b));
}

DASH_NEEDS_POSITIONS(search)
DASH_NEEDS_POSITIONS(find_end)

}  // namespace dash
