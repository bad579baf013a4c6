#pragma once

/// \file
/// dash::sample.

#include <dash/detail/algorithm/RandomKeys.h>
#include <dash/detail/algorithm/SourceViews.h>
#include <dash/detail/base/CurrentCall.h>
#include <dash/detail/execution/ExchangePhase.h>
#include <dash/detail/execution/Execution.h>
#include <dash/detail/execution/Share.h>
#include <dash/detail/execution/UnitOrder.h>
#include <dash/detail/range/RequireRange.h>
#include <dash/util/Random.h>

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace dash {

/// Copies \c n elements of a global range, or all if there are fewer, to a range that does not
/// overlap it; all selections are equally probable, and the elements keep their order. The result
/// depends on the elements and on \c random alone, neither on the distribution nor on the number of
/// units.
///
/// Collective over the range's team; moves elements between units, so it synchronises before and
/// after. Selects the elements with the smallest random keys, in host memory on all units; each
/// unit needs 8 bytes for each of its elements, and memory for a copy of those that are selected,
/// on GPU units of all.
///
/// \param random  the number at index i is the key of the element at position i of the range
/// \return end of the output, the same on all units
/// \throws exception::InvalidArgument for a negative number, exception::OutOfRange if the output is
///   too short
template <SegmentedIterator Iterator, SegmentedIterator Out>
Out sample(
    const Iterator& first, const Iterator& last, const Out& out, std::ptrdiff_t n,
    const Random& random)
{
  constexpr const char* name = "dash::sample";
  const detail::CurrentCall call(name);
  const detail::Position size = detail::require_range(name, first, last);
  if (n < 0) detail::throw_no_range(name, {0, n, size});
  n = (std::min)(n, size);
  detail::require_room(name, n, out);
  if (n == 0) return out;
  Team& team = detail::team_of(first);
  const detail::ExchangePhase phase(team);
  const detail::Share share = detail::share_of(first, last);
  const detail::RandomKeys keys(random, share);
  const detail::RandomKey largest = keys.select(name, team, n - 1);
  std::vector<detail::stored_value<Iterator>> selected;
  detail::for_each_native_run(
      first + share.begin, share.size(), [&](auto begin, auto end, auto position) {
        const auto append_selected = [&](const auto&, const auto& elements) {
          auto at = share.begin + position;
          for (const auto& element : elements) {
            if (!(largest < keys[at++])) selected.push_back(element);
          }
        };
        detail::run_on_host(append_selected, detail::reads(begin, end));
      });
  return detail::assign_in_unit_order(name, team, selected, out);
}

template <SegmentedRange Range, SegmentedIterator Out>
Out sample(Range&& range, const Out& out, std::ptrdiff_t n, const Random& random)
{
  return dash::sample(range.begin(), range.end(), out, n, random);
}

DASH_READS_VIEWS(sample)

}  // namespace dash
