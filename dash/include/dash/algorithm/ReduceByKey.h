#pragma once

/// \file
/// dash::reduce_by_key.

#include <dash/detail/algorithm/KeyGroups.h>
#include <dash/detail/algorithm/SourceViews.h>
#include <dash/detail/base/Accumulation.h>
#include <dash/detail/base/CurrentCall.h>
#include <dash/detail/execution/ExchangePhase.h>
#include <dash/detail/execution/Execution.h>
#include <dash/detail/execution/Share.h>
#include <dash/detail/execution/UnitOrder.h>
#include <dash/detail/range/RequireRange.h>
#include <dash/detail/team/Combine.h>

#include <cstddef>
#include <functional>
#include <iterator>
#include <optional>
#include <utility>

namespace dash {

namespace detail {

/// The values at the beginning of a unit's share that belong to the last group of preceding units.
template <class V>
struct GroupHead {
  V fold;
  bool exists;  ///< whether the first key continues a group
  bool is_all;  ///< whether no other group begins in the share, or the share is empty
};

/// Folds the values of each group. \return number of groups
template <class Predicate, class Op>
struct ReduceByKeyStep {
  static constexpr auto name = "dash::reduce_by_key";
  static constexpr bool stores_elements = true;
  using functions = Functions<Predicate, Op>;
  Callable<Predicate> equal;
  Callable<Op> op;

  template <class Execution, class Keys, class Values, class KeysOut, class ValuesOut>
  Position operator()(
      const Execution& exec, const Keys& keys, const Values& values, const KeysOut& keys_out,
      const ValuesOut& values_out) const
  {
    return exec.reduce_by_key(
        keys.begin(), keys.end(), values.begin(), keys_out.begin(), values_out.begin(),
        exec.function(equal), exec.function(op));
  }
};

/// Completes the last group of each unit by the heads of the following ones. Collective.
template <class Keys, class Values, class Op>
void fold_heads(Team& team, const KeyGroups<Keys, Values>& groups, Op& op)
{
  using V = std::iter_value_t<Values>;
  GroupHead<V> mine{V{}, groups.first_is_continued(), groups.size() == 0};
  if (mine.exists) mine.fold = value_at(groups.first_value());
  const auto heads = gather_from_all(team, mine);
  if (groups.size() == 0) return;
  std::optional<V> fold;  // read as soon as there is something to add
  for (auto unit = static_cast<std::size_t>(team.myid().id) + 1; unit < heads.size(); ++unit) {
    if (heads[unit].exists) {
      if (!fold) fold = value_at(groups.last_value());
      combine_into(*fold, op, heads[unit].fold);
    }
    if (!heads[unit].is_all) break;
  }
  if (fold) copy_elements_between(groups.last_value(), &*fold, 1);
}

}  // namespace detail

/// Folds the values of each group of neighbours with equal keys: the first key of each group, and
/// value o value o … of the group, go to the outputs. Sort by keys first to have one group for each
/// key.
///
/// Collective over the team of the keys; moves elements between units, so it synchronises before
/// and after. Each unit needs memory for as many keys and values as its share has, and twice as
/// much if other units own some of them. The four ranges may be distributed differently; the
/// outputs may be the inputs. Values are combined in their order, so \c op has to be associative
/// but need not commute.
///
/// \param values  start of as many values as there are keys
/// \param equal   an equivalence relation of keys
/// \param op      operation on values, with the type of the values as its result
/// \return ends of both outputs, the same on all units
/// \throws exception::OutOfRange on all units, before anything is written, if an output has no room
///   for all groups
template <
    SegmentedIterator Keys, SegmentedIterator Values, SegmentedIterator KeysOut,
    SegmentedIterator ValuesOut, class Predicate = std::equal_to<>, class Op = std::plus<>>
std::pair<KeysOut, ValuesOut> reduce_by_key(
    const Keys& keys, const Keys& keys_last, const Values& values, const KeysOut& keys_out,
    const ValuesOut& values_out, Predicate equal = {}, Op op = {})
{
  constexpr const char* name = "dash::reduce_by_key";
  const detail::CurrentCall call(name);
  const detail::Position size = detail::require_range(name, keys, keys_last);
  detail::require_room(name, size, values);
  if (size == 0) return {keys_out, values_out};
  Team& team = detail::team_of(keys);
  detail::ExchangePhase phase(team);
  const detail::Share share = detail::share_of(keys, keys_last);
  const detail::KeyGroups<Keys, Values> groups(
      detail::ReduceByKeyStep<Predicate, Op>{equal, op}, keys, values, size, share, equal);
  detail::fold_heads(team, groups, op);
  phase.all_have_read();
  return groups.assign_in_unit_order(name, team, keys_out, values_out);
}

/// \{ The same with ranges of keys and values.
/// \throws exception::OutOfRange if there are fewer values than keys
template <
    SegmentedRange Keys, SegmentedRange Values, SegmentedIterator KeysOut,
    SegmentedIterator ValuesOut, class Predicate = std::equal_to<>, class Op = std::plus<>>
auto reduce_by_key(
    Keys&& keys, Values&& values, const KeysOut& keys_out, const ValuesOut& values_out,
    Predicate equal = {}, Op op = {})
{
  detail::require_as_long("dash::reduce_by_key", keys, values);
  return dash::reduce_by_key(
      keys.begin(), keys.end(), values.begin(), keys_out, values_out, std::move(equal),
      std::move(op));
}
/// \}

DASH_NEEDS_POSITIONS_OF_TWO(reduce_by_key)

}  // namespace dash
