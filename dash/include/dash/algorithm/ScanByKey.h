#pragma once

/// \file
/// dash::inclusive_scan_by_key and dash::exclusive_scan_by_key.

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
#include <type_traits>
#include <utility>
#include <vector>

namespace dash {

namespace detail {

/// The values of the last group of a unit's share.
template <class V>
struct GroupTail {
  V fold;
  bool exists;           ///< whether the share has elements
  bool begins_in_front;  ///< whether the group begins in the share of a preceding unit
};

/// The last group of a share's entries.
/// \param continues  whether the first group begins in front of the share
template <class K, class V, class Predicate, class Op>
GroupTail<V> tail_of(
    const std::vector<Entry<K, V>>& entries, bool continues, const Predicate& equal, Op& op)
{
  if (entries.empty()) return {V{}, false, false};
  auto first = std::prev(entries.end());
  while (first != entries.begin() && equal(std::prev(first)->key, first->key)) --first;
  V fold = first->value;
  for (auto it = std::next(first); it != entries.end(); ++it) {
    fold = op(fold, it->value);
  }
  return {fold, true, continues && first == entries.begin()};
}

/// Fold of the values of preceding units that belong to the first group of this one; nullopt if it
/// begins here. Collective.
template <class V, class Op>
std::optional<V> fold_tails(Team& team, const GroupTail<V>& mine, bool continues, Op& op)
{
  const auto tails = gather_from_all(team, mine);
  std::optional<V> before;
  if (!continues) return before;
  for (auto unit = static_cast<std::size_t>(team.myid().id); unit-- > 0;) {
    if (!tails[unit].exists) continue;
    before = before ? op(tails[unit].fold, *before) : tails[unit].fold;
    if (!tails[unit].begins_in_front) break;
  }
  return before;
}

/// The results of a unit's share.
/// \param init    value in front of each group of an exclusive scan; nullopt: inclusive
/// \param before  fold of the values of the first group in front of the share
template <class K, class V, class Predicate, class Op>
std::vector<V> scan_groups(
    const std::vector<Entry<K, V>>& entries, const std::optional<V>& init,
    const std::optional<V>& before, const Predicate& equal, Op& op)
{
  std::vector<V> results;
  results.reserve(entries.size());
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const bool continues = i > 0 ? equal(entries[i - 1].key, entries[i].key) : before.has_value();
    if (init) {
      const V total = !continues ? *init
                      : i > 0    ? op(results.back(), entries[i - 1].value)
                                 : op(*init, *before);
      results.push_back(total);
    } else {
      const V& value = entries[i].value;
      results.push_back(continues ? op(i > 0 ? results.back() : *before, value) : value);
    }
  }
  return results;
}

template <class Keys, class Values, class Out, class Predicate, class Op>
Out scan_by_key(
    const char* name, const Keys& keys, const Keys& keys_last, const Values& values, const Out& out,
    const std::optional<stored_value<Values>>& init, const Predicate& equal, Op op)
{
  const CurrentCall call(name);
  const Position size = require_range(name, keys, keys_last);
  require_room(name, size, values);
  require_room(name, size, out);
  if (size == 0) return out;
  Team& team = team_of(keys);
  ExchangePhase phase(team);
  const Share share = share_of(keys, keys_last);
  const auto entries = entries_of(keys, values, share);
  const auto key_before = element_before(keys, share);
  const bool continues = key_before && equal(*key_before, entries.front().key);
  auto fold = operation_on_entries<Values>(op);
  const auto before = fold_tails(team, tail_of(entries, continues, equal, fold), continues, fold);
  const auto results = scan_groups(entries, init, before, equal, fold);
  phase.all_have_read();
  assign_elements(results.begin(), results.end(), out + share.begin);
  return out + size;
}

}  // namespace detail

/// Inclusive scan of the values of each group of neighbours with equal keys: of a group that begins
/// at position b, out[i] = value[b] o … o value[i]. Sort by keys first to have one group for each
/// key.
///
/// Collective over the team of the keys; moves elements between units, so it synchronises before
/// and after. The three ranges may be distributed differently; the output may be the keys or the
/// values. \c op has to be associative but need not commute. It works in host memory on all units,
/// GPU units included.
///
/// \param values  start of as many values as there are keys
/// \param out     start of room for as many results
/// \param equal   an equivalence relation of keys
/// \param op      operation on values, with the type of the values as its result
/// \return end of the output, the same on all units
/// \throws exception::OutOfRange if there are fewer values than keys, or the output has no room
template <
    SegmentedIterator Keys, SegmentedIterator Values, SegmentedIterator Out,
    class Predicate = std::equal_to<>, class Op = std::plus<>>
Out inclusive_scan_by_key(
    const Keys& keys, const Keys& keys_last, const Values& values, const Out& out,
    Predicate equal = {}, Op op = {})
{
  return detail::scan_by_key(
      "dash::inclusive_scan_by_key", keys, keys_last, values, out, std::nullopt, equal,
      std::move(op));
}

/// Exclusive scan of the values of each group of neighbours with equal keys: of a group that begins
/// at position b, out[i] = init o value[b] o … o value[i - 1]. Collective, with the same guarantees
/// as inclusive_scan_by_key.
template <
    SegmentedIterator Keys, SegmentedIterator Values, SegmentedIterator Out,
    class Predicate = std::equal_to<>, class Op = std::plus<>>
Out exclusive_scan_by_key(
    const Keys& keys, const Keys& keys_last, const Values& values, const Out& out,
    std::type_identity_t<std::iter_value_t<Values>> init = {}, Predicate equal = {}, Op op = {})
{
  return detail::scan_by_key(
      "dash::exclusive_scan_by_key", keys, keys_last, values, out,
      std::optional<detail::stored_value<Values>>(init), equal, std::move(op));
}

/// \{ The same with ranges of keys and values.
/// \throws exception::OutOfRange if there are fewer values than keys
template <
    SegmentedRange Keys, SegmentedRange Values, SegmentedIterator Out,
    class Predicate = std::equal_to<>, class Op = std::plus<>>
Out inclusive_scan_by_key(
    Keys&& keys, Values&& values, const Out& out, Predicate equal = {}, Op op = {})
{
  detail::require_as_long("dash::inclusive_scan_by_key", keys, values);
  return dash::inclusive_scan_by_key(
      keys.begin(), keys.end(), values.begin(), out, std::move(equal), std::move(op));
}
template <
    SegmentedRange Keys, SegmentedRange Values, SegmentedIterator Out,
    class Predicate = std::equal_to<>, class Op = std::plus<>>
Out exclusive_scan_by_key(
    Keys&& keys, Values&& values, const Out& out,
    std::type_identity_t<std::ranges::range_value_t<Values>> init = {}, Predicate equal = {},
    Op op = {})
{
  detail::require_as_long("dash::exclusive_scan_by_key", keys, values);
  return dash::exclusive_scan_by_key(
      keys.begin(), keys.end(), values.begin(), out, init, std::move(equal), std::move(op));
}
/// \}

DASH_NEEDS_POSITIONS_OF_TWO(inclusive_scan_by_key)
DASH_NEEDS_POSITIONS_OF_TWO(exclusive_scan_by_key)

}  // namespace dash
