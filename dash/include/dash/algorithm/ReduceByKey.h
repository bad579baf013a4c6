#pragma once

/// \file
/// dash::reduce_by_key.

#include <dash/detail/algorithm/Entries.h>
#include <dash/detail/algorithm/SourceViews.h>
#include <dash/detail/base/CurrentCall.h>
#include <dash/detail/execution/Share.h>
#include <dash/detail/range/RequireRange.h>
#include <dash/detail/team/Combine.h>

#include <cstddef>
#include <functional>
#include <iterator>
#include <optional>
#include <utility>
#include <vector>

namespace dash {

namespace detail {

/// The values at the beginning of a unit's share that belong to the last group of preceding units.
template <class V>
struct GroupHead {
  V fold;
  bool exists;  ///< whether the first key continues a group
  bool is_all;  ///< whether no other group begins in the share, or the share is empty
};

/// Completes the last group of each unit by the heads of the following ones. Collective.
template <class K, class V, class Op>
void fold_heads(Team& team, const GroupHead<V>& mine, std::vector<Entry<K, V>>& groups, Op& op)
{
  const auto heads = gather_from_all(team, mine);
  if (groups.empty()) return;
  V& fold = groups.back().value;
  for (auto unit = static_cast<std::size_t>(team.myid().id) + 1; unit < heads.size(); ++unit) {
    if (heads[unit].exists) fold = op(fold, heads[unit].fold);
    if (!heads[unit].is_all) break;
  }
}

}  // namespace detail

/// Folds the values of each group of neighbours with equal keys: the first key of each group, and
/// value o value o … of the group, go to the outputs. Sort by keys first to have one group for each
/// key.
///
/// Collective over the team of the keys; moves elements between units, so it synchronises before
/// and after. The four ranges may be distributed differently; the outputs may be the inputs. Values
/// are combined in their order, so \c op has to be associative but need not commute. It works in
/// host memory on all units, GPU units included.
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
  using V = detail::stored_value<Values>;
  Team& team = detail::team_of(keys);
  detail::ExchangePhase phase(team);
  const detail::Share share = detail::share_of(keys, keys_last);
  auto fold = detail::operation_on_entries<Values>(op);
  auto groups = detail::entries_of(keys, values, share);
  std::size_t found = 0;  // groups that begin here, at the front of the vector
  detail::GroupHead<V> head{V{}, false, true};
  if (const auto before = detail::element_before(keys, share)) {
    std::size_t i = 0;
    for (; i < groups.size() && equal(*before, groups[i].key); ++i) {
      head.fold = i == 0 ? groups[i].value : fold(head.fold, groups[i].value);
    }
    head.exists = i > 0;
    groups.erase(groups.begin(), groups.begin() + static_cast<std::ptrdiff_t>(i));
  }
  for (const auto& entry : groups) {
    if (found > 0 && equal(groups[found - 1].key, entry.key)) {
      V& total = groups[found - 1].value;
      total = fold(total, entry.value);
    } else {
      groups[found++] = entry;
    }
  }
  groups.resize(found);
  head.is_all = groups.empty();
  detail::fold_heads(team, head, groups, fold);
  phase.all_have_read();
  return detail::assign_entries_in_unit_order(name, team, groups, keys_out, values_out);
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
