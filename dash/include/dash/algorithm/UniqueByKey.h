#pragma once

/// \file
/// dash::unique_by_key.

#include <dash/detail/algorithm/KeyGroups.h>
#include <dash/detail/algorithm/SourceViews.h>
#include <dash/detail/base/CurrentCall.h>
#include <dash/detail/execution/ExchangePhase.h>
#include <dash/detail/execution/Execution.h>
#include <dash/detail/execution/Share.h>
#include <dash/detail/execution/UnitOrder.h>
#include <dash/detail/range/RequireRange.h>

#include <functional>
#include <iterator>
#include <utility>

namespace dash {

namespace detail {

/// Stores the first key of each group, and its value. \return number of groups
template <class Predicate>
struct UniqueByKeyStep {
  static constexpr auto name = "dash::unique_by_key";
  using functions = Functions<Predicate>;
  Callable<Predicate> equal;

  template <class Execution, class Keys, class Values, class KeysOut, class ValuesOut>
  Position operator()(
      const Execution& exec, const Keys& keys, const Values& values, const KeysOut& keys_out,
      const ValuesOut& values_out) const
  {
    return exec.unique_by_key(
        keys.begin(), keys.end(), values.begin(), keys_out.begin(), values_out.begin(),
        exec.function(equal));
  }
};

}  // namespace detail

/// Keeps the first of each group of neighbours with equal keys, and the values at the same
/// positions of another global range; the rest of both ranges has unspecified values.
///
/// Collective over the team of the keys; moves elements between units, so it synchronises before
/// and after. Each unit needs memory for as many keys and values as its share has, and twice as
/// much if other units own some of them. Both ranges may be distributed differently.
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
  const detail::KeyGroups<Keys, Values> groups(
      detail::UniqueByKeyStep<Predicate>{equal}, keys, values, size, share, equal);
  phase.all_have_read();
  return groups.assign_in_unit_order(name, team, keys, values);
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
