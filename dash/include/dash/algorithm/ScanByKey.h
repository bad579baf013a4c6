#pragma once

/// \file
/// dash::inclusive_scan_by_key and dash::exclusive_scan_by_key.

#include <dash/detail/algorithm/KeyGroups.h>
#include <dash/detail/algorithm/SourceViews.h>
#include <dash/detail/base/CurrentCall.h>
#include <dash/detail/execution/CopyElements.h>
#include <dash/detail/execution/ExchangePhase.h>
#include <dash/detail/execution/Execution.h>
#include <dash/detail/execution/ScanKind.h>
#include <dash/detail/execution/Share.h>
#include <dash/detail/range/BlockSizes.h>
#include <dash/detail/range/RequireRange.h>
#include <dash/detail/team/Combine.h>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <iterator>
#include <optional>
#include <type_traits>
#include <utility>

namespace dash {

namespace detail {

/// The values of the last group of a unit's share, or of a block of it.
template <class V>
struct GroupTail {
  V fold;
  bool exists;           ///< whether the share has elements
  bool begins_in_front;  ///< whether the group begins in front of the share
};

/// Folds the values of the last group. It may begin in front if it is the only one.
template <class V, class Predicate, class Op>
struct GroupTailStep {
  static constexpr auto name = "dash::scan_by_key";
  using stored_in_kernels = V;
  using functions = Functions<Predicate, Op>;
  Callable<Predicate> equal;
  Callable<Op> op;

  template <class Execution, class Keys, class Values>
  GroupTail<V> operator()(const Execution& exec, const Keys& keys, const Values& values) const
  {
    const auto first = exec.last_group(keys.begin(), keys.end(), exec.function(equal));
    const auto fold = exec.template fold<V>(
        values.begin() + (first - keys.begin()), values.end(), exec.function(op), std::identity{});
    return {fold, true, first == keys.begin()};
  }
};

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
    const V& fold = tails[unit].fold;
    before = before ? static_cast<V>(op(fold, *before)) : fold;
    if (!tails[unit].begins_in_front) break;
  }
  return before;
}

/// Computes the results of a block.
template <ScanKind kind, class V, class Predicate, class Op>
struct ScanByKeyStep {
  static constexpr auto name = "dash::scan_by_key";
  static constexpr bool stores_elements = true;
  using functions = Functions<Predicate, Op>;
  V init;                   ///< in front of each group of an exclusive scan
  std::optional<V> before;  ///< fold of the values of the first group in front of the block
  Callable<Predicate> equal;
  Callable<Op> op;

  template <class Execution, class Keys, class Values, class Out>
  void operator()(
      const Execution& exec, const Keys& keys, const Values& values, const Out& out) const
  {
    exec.template scan_by_key<kind, V>(
        keys.begin(), keys.end(), values.begin(), out.begin(), init, before, exec.function(equal),
        exec.function(op));
  }
};

/// A unit's part of a scan by key. It copies a block of its share at a time, so that the copies are
/// in its cache, unless kernels work on all of it, or results might replace what is still needed.
template <ScanKind kind, class Keys, class Values, class Out, class Predicate, class Op>
class ScanByKey {
  using K = std::iter_value_t<Keys>;
  using V = std::iter_value_t<Values>;

 public:
  ScanByKey(
      const Keys& keys, const Values& values, const Out& out, Position size, Predicate equal, Op op)
      : keys_(keys),
        values_(values),
        out_(out),
        size_(size),
        share_(share_of(keys, keys + size)),
        equal_(std::move(equal)),
        op_(std::move(op)),
        is_apart_(!share_memory(keys, out) && !share_memory(values, out))
  {
    block_size_ = std::max<Position>(1, share_.size());
    if (is_apart_ && memory_of_unit() == MemoryKind::host)
      block_size_ = (std::min)(block_size_, (std::min)(copied_together<K>(), copied_together<V>()));
  }

  /// Collective.
  void run(ExchangePhase& phase, Team& team, const V& init)
  {
    std::optional<V> before;
    if (team.size() > 1) {
      const GroupTail<V> tail = tail_of_share();
      before = fold_tails(team, tail, continues_group(keys_, share_, equal_), op_);
    }
    if (!is_apart_ && share_.empty()) phase.all_have_read();
    for (Position begin = share_.begin; begin < share_.end; begin += block_size_) {
      const Block block(*this, begin, (std::min)(begin + block_size_, share_.end));
      if (begin != share_.begin && !continues_group(keys_, block.positions, equal_)) before.reset();
      scan(phase, block, init, before);
      if (block.positions.end == share_.end) return;
      const GroupTail<V> tail = tail_of(block);
      if (!tail.begins_in_front) before.reset();
      fold_into(before, std::optional<V>(tail.fold), op_);
    }
  }

 private:
  /// Some positions of the share, and the keys and values there.
  struct Block {
    Block(const ScanByKey& scan, Position begin, Position end)
        : positions{begin, end, scan.share_.is_owned},
          keys(scan.keys_, scan.size_, positions),
          values(scan.values_, scan.size_, positions)
    {}

    Share positions;
    ShareElements<Keys> keys;
    ShareElements<Values> values;
  };

  GroupTail<V> tail_of(const Block& block)
  {
    return run_step(
        GroupTailStep<V, Predicate, Op>{equal_, op_}, reads(block.keys.begin(), block.keys.end()),
        reads(block.values.begin(), block.values.end()));
  }

  /// Looks at blocks from the end of the share, until the last group begins in one.
  GroupTail<V> tail_of_share()
  {
    GroupTail<V> result{V{}, false, false};
    for (Position end = share_.end; end > share_.begin;) {
      const Block block(*this, (std::max)(share_.begin, end - block_size_), end);
      const GroupTail<V> tail = tail_of(block);
      result.fold = result.exists ? static_cast<V>(op_(tail.fold, result.fold)) : tail.fold;
      result.exists = true;
      result.begins_in_front =
          tail.begins_in_front && continues_group(keys_, block.positions, equal_);
      if (!result.begins_in_front) break;
      end = block.positions.begin;
    }
    return result;
  }

  void scan(ExchangePhase& phase, const Block& block, const V& init, const std::optional<V>& before)
  {
    const auto scan_to = [&](V* out) {
      run_step(
          ScanByKeyStep<kind, V, Predicate, Op>{init, before, equal_, op_},
          reads(block.keys.begin(), block.keys.end()),
          reads(block.values.begin(), block.values.end()),
          writes(out, out + block.positions.size()));
    };
    if constexpr (std::is_same_v<std::iter_value_t<Out>, V>) {
      auto* const own = is_apart_ ? own_run(out_, size_, block.positions) : nullptr;
      if (own != nullptr) return scan_to(own);
    }
    const UnitBuffer<V> results(block.positions.size());
    scan_to(results.begin());
    if (!is_apart_) phase.all_have_read();
    assign_elements(results.begin(), results.end(), out_ + block.positions.begin);
  }

  const Keys& keys_;
  const Values& values_;
  const Out& out_;
  Position size_;
  Share share_;
  Predicate equal_;
  Op op_;
  bool is_apart_;  ///< whether the results are in memory in which no keys or values are
  Position block_size_;
};

template <ScanKind kind, class Keys, class Values, class Out, class Predicate, class Op>
Out scan_by_key(
    const char* name, const Keys& keys, const Keys& keys_last, const Values& values, const Out& out,
    const std::iter_value_t<Values>& init, Predicate equal, Op op)
{
  const CurrentCall call(name);
  const Position size = require_range(name, keys, keys_last);
  require_room(name, size, values);
  require_room(name, size, out);
  if (size == 0) return out;
  Team& team = team_of(keys);
  ExchangePhase phase(team);
  ScanByKey<kind, Keys, Values, Out, Predicate, Op> scan(
      keys, values, out, size, std::move(equal), std::move(op));
  scan.run(phase, team, init);
  return out + size;
}

}  // namespace detail

/// Inclusive scan of the values of each group of neighbours with equal keys: of a group that begins
/// at position b, out[i] = value[b] o … o value[i]. Sort by keys first to have one group for each
/// key.
///
/// Collective over the team of the keys; moves elements between units, so it synchronises before
/// and after. GPU units, and all units if the output is in the memory of the keys or values, need
/// memory for their share of keys and values, if other units own some of it, and of results. The
/// three ranges may be distributed differently; the output may be the keys or the
/// values. \c op has to be associative but need not commute.
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
  return detail::scan_by_key<detail::ScanKind::inclusive>(
      "dash::inclusive_scan_by_key", keys, keys_last, values, out, {}, std::move(equal),
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
  return detail::scan_by_key<detail::ScanKind::exclusive>(
      "dash::exclusive_scan_by_key", keys, keys_last, values, out, init, std::move(equal),
      std::move(op));
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
