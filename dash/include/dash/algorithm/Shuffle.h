#pragma once

/// \file
/// dash::shuffle.

#include <dash/algorithm/SortByKey.h>
#include <dash/detail/algorithm/Entries.h>
#include <dash/detail/algorithm/SortedRecords.h>
#include <dash/detail/algorithm/SourceViews.h>
#include <dash/detail/base/CurrentCall.h>
#include <dash/detail/execution/CopyElements.h>
#include <dash/detail/execution/ExchangePhase.h>
#include <dash/detail/execution/Share.h>
#include <dash/detail/execution/WorkAtPlaces.h>
#include <dash/detail/range/RequireRange.h>
#include <dash/util/Random.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <utility>
#include <vector>

namespace dash {

/// Permutes the elements of a global range randomly; all permutations are equally probable. The
/// result depends on the elements and on \c random alone, neither on the distribution nor on the
/// number of units.
///
/// Collective over the range's team; moves elements between units, so it synchronises before and
/// after. Sorts the elements by random keys; each unit needs memory for three copies of its part
/// with 8 bytes more for each element. GPU units of one host sort in device memory, with 64 bytes
/// for each element, if kernels find the places of elements: of 1, 2, 4 or 8 bytes, in arrays of
/// equal blocks or matrices with a BlockPattern. In other cases, all units work in host memory.
///
/// \param random  the number at index i is the key of the element at position i of the range
template <SegmentedIterator Iterator>
void shuffle(const Iterator& first, const Iterator& last, const Random& random)
{
  constexpr const char* name = "dash::shuffle";
  const detail::CurrentCall call(name);
  const detail::Position size = detail::require_range(name, first, last);
  if (size == 0) return;
  Team& team = detail::team_of(first);
  const detail::ExchangePhase phase(team);
  const detail::Share share = detail::share_of(first, last);
  if constexpr (detail::WorkedAtPlaces<Iterator>) {
    if (detail::shuffles_records(team, share, first)) {
      const detail::PlacesOfShare values(first, size, share);
      return detail::shuffle_records(name, team, share, random, values.words());
    }
  }
  using Item = detail::Entry<std::uint64_t, detail::stored_value<Iterator>>;
  std::vector<Item> entries;
  auto position = static_cast<std::uint64_t>(share.begin);
  for (const auto& element : detail::elements_of(first, share)) {
    entries.push_back({random.bits(position++), element});
  }
  // Equal keys are improbable; a stable sort gives them an order that is the same everywhere.
  detail::sort_entries<detail::Stability::stable>(name, team, share, entries, std::less<>{});
  const auto elements = detail::members_of(entries, &Item::value);
  detail::assign_elements(elements.begin(), elements.end(), first + share.begin);
}

template <SegmentedRange Range>
void shuffle(Range&& range, const Random& random)
{
  dash::shuffle(range.begin(), range.end(), random);
}

DASH_NEEDS_POSITIONS(shuffle)

}  // namespace dash
