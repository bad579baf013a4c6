#pragma once

/// \file
/// dash::sort_by_key and dash::stable_sort_by_key.

#include <dash/detail/algorithm/Entries.h>
#include <dash/detail/algorithm/SortSteps.h>
#include <dash/detail/algorithm/SortedRecords.h>
#include <dash/detail/algorithm/SortedRuns.h>
#include <dash/detail/algorithm/SourceViews.h>
#include <dash/detail/algorithm/StrictOrder.h>
#include <dash/detail/base/CurrentCall.h>
#include <dash/detail/execution/CopyElements.h>
#include <dash/detail/execution/DeviceCallable.h>
#include <dash/detail/execution/ExchangePhase.h>
#include <dash/detail/execution/FunctionObjects.h>
#include <dash/detail/execution/LocalSort.h>
#include <dash/detail/execution/NumberOrder.h>
#include <dash/detail/execution/RadixOrder.h>
#include <dash/detail/execution/Share.h>
#include <dash/detail/range/RequireRange.h>

#include <climits>
#include <functional>
#include <iterator>
#include <type_traits>
#include <utility>
#include <vector>

namespace dash {

namespace detail {

/// The order of entries by the digits of their keys.
template <class K, class V, RadixOrder order>
struct OrderOfKeyDigits {
  static constexpr int digit_bits = sizeof(K) * CHAR_BIT;

  static auto digits(const Entry<K, V>& entry) { return digits_in<order>(entry.key); }
  bool operator()(const Entry<K, V>& a, const Entry<K, V>& b) const
  {
    return digits(a) < digits(b);
  }
};
template <class K, class V, RadixOrder order>
inline constexpr bool is_strict<OrderOfKeyDigits<K, V, order>, Entry<K, V>> = true;

/// The order of entries by their keys: by digits if these give it.
template <class K, class V, class Compare>
auto order_of_entries(Compare less)
{
  if constexpr (radix_order<K, Compare> != RadixOrder::none) {
    return OrderOfKeyDigits<K, V, radix_order<K, Compare>>{};
  } else {
    return projected<Entry<K, V>>(std::move(less), &Entry<K, V>::key);
  }
}

/// Sorts the entries of all units by their keys: each unit gets those that belong to its share of
/// the result. Collective; complete on all units on return.
template <Stability stability, class K, class V, class Compare>
void sort_entries(
    const char* algorithm, Team& team, const Share& share, std::vector<Entry<K, V>>& entries,
    Compare less)
{
  using Item = Entry<K, V>;
  auto order = order_of_entries<K, V>(std::move(less));
  const SortedRuns runs(
      algorithm, team, MemoryKind::host, entries.data(), std::ssize(entries),
      run_steps<Item, stability, decltype(order)>, &order);
  replace_elements(
      entries, 0, share.size(), [&](Item* out) { runs.merge(team, share.begin, share.end, out); });
  team.barrier();  // others have read this unit's run
}

template <Stability stability, class Keys, class Values, class Compare>
void sort_by_key(
    const char* algorithm, const Keys& keys, const Keys& keys_last, const Values& values,
    Compare less)
{
  const CurrentCall call(algorithm);
  const Position size = require_range(algorithm, keys, keys_last);
  require_room(algorithm, size, values);
  if (size == 0) return;
  Team& team = team_of(keys);
  ExchangePhase phase(team);
  const Share share = share_of(keys, keys_last);
  if constexpr (have_sortable_records<Compare, Keys, Values>) {
    if (sorts_records<stability, Compare>(team, share, keys, values))
      return sort_by_records<stability, Compare>(algorithm, phase, team, share, size, keys, values);
  }
  auto entries = entries_of(keys, values, share);
  sort_entries<stability>(algorithm, team, share, entries, std::move(less));
  assign_entries(entries, keys + share.begin, values + share.begin);
}

}  // namespace detail

/// Sorts a global range of keys, and moves the values at the same positions of another global range
/// along with them; the sort is not stable. Both ranges may be distributed differently.
///
/// Collective over the team of the keys; moves elements between units, so it synchronises before
/// and after. Each unit needs memory for three copies of its keys and values. GPU units of one host
/// sort numbers by less or greater in device memory, with 64 bytes for each key, 32 if keys and
/// values have at most 4, if kernels find the places of keys and values: of 1, 2, 4 or 8 bytes, in
/// arrays of equal blocks or matrices with a BlockPattern. In other cases, all units work in host
/// memory.
///
/// \param values  start of as many values as there are keys; they must not be the keys
/// \param less    tells whether a key comes before another one
/// \throws exception::InvalidArgument if the comparison holds for a key and itself, like <=
template <SegmentedIterator Keys, SegmentedIterator Values, class Compare = std::less<>>
void sort_by_key(const Keys& keys, const Keys& keys_last, const Values& values, Compare less = {})
{
  detail::sort_by_key<detail::Stability::none>(
      "dash::sort_by_key", keys, keys_last, values,
      detail::order_of_sorted<std::iter_value_t<Keys>>(std::move(less)));
}

/// \{ The same with ranges.
/// \throws exception::OutOfRange if there are fewer values than keys
template <SegmentedRange Keys, SegmentedRange Values, class Compare = std::less<>>
void sort_by_key(Keys&& keys, Values&& values, Compare less = {})
{
  detail::require_as_long("dash::sort_by_key", keys, values);
  dash::sort_by_key(keys.begin(), keys.end(), values.begin(), std::move(less));
}
/// \}

/// Sorts keys and values; equivalent keys and their values keep their order. Collective, with the
/// same guarantees as sort_by_key; GPU units always need 64 bytes for each floating-point key.
template <SegmentedIterator Keys, SegmentedIterator Values, class Compare = std::less<>>
void stable_sort_by_key(
    const Keys& keys, const Keys& keys_last, const Values& values, Compare less = {})
{
  detail::sort_by_key<detail::Stability::stable>(
      "dash::stable_sort_by_key", keys, keys_last, values,
      detail::order_of_sorted<std::iter_value_t<Keys>>(std::move(less)));
}

/// \{ The same with ranges.
/// \throws exception::OutOfRange if there are fewer values than keys
template <SegmentedRange Keys, SegmentedRange Values, class Compare = std::less<>>
void stable_sort_by_key(Keys&& keys, Values&& values, Compare less = {})
{
  detail::require_as_long("dash::stable_sort_by_key", keys, values);
  dash::stable_sort_by_key(keys.begin(), keys.end(), values.begin(), std::move(less));
}
/// \}

DASH_NEEDS_POSITIONS_OF_TWO(sort_by_key)
DASH_NEEDS_POSITIONS_OF_TWO(stable_sort_by_key)

}  // namespace dash

/// Entries are in host memory only.
template <class K, class V, dash::detail::RadixOrder order>
struct dash::is_device_callable<dash::detail::OrderOfKeyDigits<K, V, order>> : std::false_type {};
