#pragma once

/// \file
/// dash::sample.

#include <dash/algorithm/NthElement.h>
#include <dash/detail/algorithm/SourceViews.h>
#include <dash/detail/base/CurrentCall.h>
#include <dash/detail/execution/ExchangePhase.h>
#include <dash/detail/execution/Share.h>
#include <dash/detail/execution/UnitOrder.h>
#include <dash/detail/range/RequireRange.h>
#include <dash/util/Random.h>

#include <algorithm>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <utility>
#include <vector>

namespace dash {

namespace detail {

/// The random key of an element. Positions decide between equal keys.
struct RandomKey {
  std::uint64_t key = 0;
  Position position = 0;

  friend constexpr auto operator<=>(const RandomKey&, const RandomKey&) = default;
};

}  // namespace detail

/// Copies \c n elements of a global range, or all if there are fewer, to a range that does not
/// overlap it; all selections are equally probable, and the elements keep their order. The result
/// depends on the elements and on \c random alone, neither on the distribution nor on the number of
/// units.
///
/// Collective over the range's team; moves elements between units, so it synchronises before and
/// after. Selects the elements with the smallest random keys, in host memory on all units; each
/// unit needs memory for a copy of its part and 16 bytes for each element.
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
  std::vector<detail::RandomKey> keys;
  keys.reserve(static_cast<std::size_t>(share.size()));
  for (detail::Position i = share.begin; i < share.end; ++i) {
    keys.push_back({random.bits(static_cast<std::uint64_t>(i)), i});
  }
  std::less<> less;
  const detail::RandomKey largest = detail::select(name, team, std::move(keys), n - 1, less);
  auto selected = detail::elements_of(first, share);
  auto position = share.begin;
  std::erase_if(selected, [&](const auto&) {
    const auto i = position++;
    return largest < detail::RandomKey{random.bits(static_cast<std::uint64_t>(i)), i};
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
