#pragma once

/// \file
/// Groups of neighbours with equal keys, and the values at the same positions.

#include <dash/detail/execution/CopyElements.h>
#include <dash/detail/execution/Execution.h>
#include <dash/detail/execution/Share.h>
#include <dash/detail/execution/UnitOrder.h>
#include <dash/detail/memory/Scratch.h>
#include <dash/detail/range/RequireRange.h>

#include <iterator>
#include <utility>

namespace dash::detail {

/// Whether the first key of a share belongs to a group that begins in front of the share.
template <class Keys, class Predicate>
bool continues_group(const Keys& keys, const Share& share, Predicate& equal)
{
  using K = std::iter_value_t<Keys>;
  const auto before = element_before(keys, share);
  return before && static_cast<bool>(equal(*before, static_cast<K>(keys[share.begin])));
}

/// A key and a value for each group of a share, in memory of the unit.
template <class Keys, class Values>
class KeyGroups {
  using K = std::iter_value_t<Keys>;
  using V = std::iter_value_t<Values>;

 public:
  /// \param step  stores them, and returns their number
  /// \param n     number of keys of all units
  template <class Step, class Predicate>
  KeyGroups(
      const Step& step, const Keys& keys, const Values& values, Position n, const Share& share,
      Predicate& equal)
      : keys_(share.size()),
        values_(share.size()),
        begin_(continues_group(keys, share, equal))
  {
    if (share.empty()) return;
    const ShareElements<Keys> own_keys(keys, n, share);
    const ShareElements<Values> own_values(values, n, share);
    end_ = run_step(
        step, reads(own_keys.begin(), own_keys.end()), reads(own_values.begin(), own_values.end()),
        writes(keys_.begin(), keys_.end()), writes(values_.begin(), values_.end()));
  }

  /// Whether the first group begins in front of the share.
  bool first_is_continued() const { return begin_ > 0; }
  /// Number of groups that begin in the share.
  Position size() const { return end_ - begin_; }
  /// The values of the first group of the share, and of the last one.
  V* first_value() const { return values_.begin(); }
  V* last_value() const { return values_.begin() + (end_ - 1); }

  /// Assigns the groups that begin in the shares of all units, one unit after the other, to ranges
  /// that begin at \c keys and \c values. Collective.
  /// \return ends of both ranges
  /// \throws exception::OutOfRange on all units, and before anything is assigned, if one of them is
  ///   too short
  template <class KeysOut, class ValuesOut>
  std::pair<KeysOut, ValuesOut> assign_in_unit_order(
      const char* algorithm, Team& team, const KeysOut& keys, const ValuesOut& values) const
  {
    const Prefix prefix = prefix_over_units(team, size());
    require_room_together(team, algorithm, prefix.total, keys);
    require_room_together(team, algorithm, prefix.total, values);
    const auto assign = [&](const auto& of_groups, const auto& out) {
      const auto* const first = of_groups.begin();
      assign_elements(first + begin_, first + end_, out + prefix.before);
    };
    if (size() > 0) assign(keys_, keys);
    if (size() > 0) assign(values_, values);
    return {keys + prefix.total, values + prefix.total};
  }

 private:
  UnitBuffer<K> keys_;
  UnitBuffer<V> values_;
  Position begin_;
  Position end_ = 0;
};

}  // namespace dash::detail
