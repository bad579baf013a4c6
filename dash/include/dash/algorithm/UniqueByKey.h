#pragma once

/// \file
/// dash::unique_by_key.

#include <dash/detail/algorithm/Entries.h>
#include <dash/detail/algorithm/SourceViews.h>
#include <dash/detail/base/CurrentCall.h>
#include <dash/detail/execution/Share.h>
#include <dash/detail/range/RequireRange.h>

#include <functional>
#include <iterator>
#include <optional>
#include <utility>
#include <vector>

namespace dash {

/// Keeps the first of each group of neighbours with equal keys, and the values at the same
/// positions of another global range; the rest of both ranges has unspecified values.
///
/// Collective over the team of the keys; moves elements between units, so it synchronises before
/// and after. Both ranges may be distributed differently. It works in host memory on all units, GPU
/// units included.
///
/// \param values  start of as many values as there are keys; they must not be the keys
/// \param equal   an equivalence relation of keys
/// \return ends of the kept keys and values, the same on all units
template <SegmentedIterator Keys, SegmentedIterator Values, class Predicate = std::equal_to<>>
std::pair<Keys, Values> unique_by_key(
    const Keys& keys, const Keys& keys_last, const Values& values, Predicate equal = {})
{
  constexpr const char* name = "dash::unique_by_key";
  const detail::CurrentCall call(name);
  const detail::Position size = detail::require_range(name, keys, keys_last);
  detail::require_room(name, size, values);
  if (size == 0) return {keys, values};
  Team& team = detail::team_of(keys);
  detail::ExchangePhase phase(team);
  const detail::Share share = detail::share_of(keys, keys_last);
  auto entries = detail::entries_of(keys, values, share);
  const auto before = detail::element_before(keys, share);
  std::optional<detail::stored_value<Keys>> group;
  if (before) group = *before;
  std::erase_if(entries, [&](const auto& entry) {
    if (group && equal(*group, entry.key)) return true;
    group = entry.key;
    return false;
  });
  phase.all_have_read();
  return detail::assign_entries_in_unit_order(name, team, entries, keys, values);
}

/// \{ The same with ranges.
/// \throws exception::OutOfRange if there are fewer values than keys
template <SegmentedRange Keys, SegmentedRange Values, class Predicate = std::equal_to<>>
auto unique_by_key(Keys&& keys, Values&& values, Predicate equal = {})
{
  detail::require_as_long("dash::unique_by_key", keys, values);
  return dash::unique_by_key(keys.begin(), keys.end(), values.begin(), std::move(equal));
}
/// \}

DASH_NEEDS_POSITIONS_OF_TWO(unique_by_key)

}  // namespace dash
