#pragma once

/// \file
/// Barriers, broadcasts, reductions and scans of a team's running kernels.
///
/// Units tell each other by stores into each other's memory and wait for their own memory only. The
/// counters stay in the units' memory, so a kernel may be launched any number of times, also by a
/// graph. All units of the team have to take part, with the same collectives in the same order, and
/// their kernels have to run at the same time: units of one GPU share it in turns.

#include <dash/detail/base/Macro.h>
#include <dash/detail/kernel/Requests.h>
#include <dash/detail/kernel/SharedWord.h>
#include <dash/detail/kernel/TeamMemory.h>
#include <dash/kernel/PutGet.h>
#include <dash/kernel/Scope.h>
#include <dash/kernel/TeamView.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

namespace dash::kernel {

namespace detail {

/// The word of a unit's barriers: how many are done, modulo 2^32, and how many blocks have come to
/// the next one. One atomic operation tells a block both.
constexpr int barriers_at = 32;

/// Tells unit \c unit that all blocks of this one have come to a barrier. The value is not 0, which
/// would be no notification.
DASH_HOST_DEVICE inline void tell_barrier(const Team& team, std::size_t unit, Word number)
{
  const auto place = team.at<Word>(unit, team.layout().barrier_of(team.rank()));
  notify(Thread{}, team, place, number | Word(1) << barriers_at);
}

/// Waits until all blocks of unit \c unit have come to a barrier.
DASH_HOST_DEVICE inline bool await_barrier(const Team& team, std::size_t unit, Word number)
{
  const Word* const place = team.own<Word>(team.layout().barrier_of(unit));
  Word seen = 0;
  return team.wait_until(
      [&] {
        seen = load_acquire(place);
        // It may have come to the next one, too.
        return seen != 0 && static_cast<std::uint32_t>(seen - number) <= 1;
      },
      [&](FaultRecord& fault) {
        fault.kind = FaultRecord::barrier;
        fault.place = unit;
        fault.expected = number;
        fault.seen = static_cast<std::uint32_t>(seen);
      });
}

/// One thread of a block that has not come last calls it.
DASH_HOST_DEVICE inline bool await_last_block(const Team& team, Word number)
{
  SharedOnGpu<Word> barriers(team.state().barriers);
  Word seen = 0;
  return team.wait_until(
      [&] {
        seen = barriers.load(order::memory_order_acquire);
        return static_cast<std::uint32_t>(seen >> barriers_at) == number;
      },
      [&](FaultRecord& fault) {
        fault.kind = FaultRecord::barrier;
        fault.place = team.rank();
        fault.expected = number;
        fault.seen = seen >> barriers_at;
      });
}

/// The threads of a scope call it in the block that has come last. It meets the other units, then
/// lets the other blocks go on, in any case.
/// \return whether all units have come
template <class Scope>
DASH_HOST_DEVICE bool meet_units(const Scope& scope, const Team& team, Word number)
{
  for (std::size_t unit = scope.rank(); unit < team.size(); unit += scope.size()) {
    if (unit != team.rank()) tell_barrier(team, unit, number);
  }
  bool fails = false;
  for (std::size_t unit = scope.rank(); unit < team.size(); unit += scope.size()) {
    if (unit != team.rank()) fails |= !await_barrier(team, unit, number);
  }
  fails = scope.any(fails);
  SharedOnGpu<Word> barriers(team.state().barriers);
  if (scope.rank() == 0) barriers.store(number << barriers_at, order::memory_order_release);
  return !fails;
}

/// The threads of a scope call it in each block, for the block.
template <class Scope>
DASH_HOST_DEVICE bool meet_all(const Scope& scope, const Team& team, std::size_t blocks)
{
  SharedOnGpu<Word> barriers(team.state().barriers);
  Word before = 0;
  if (scope.rank() == 0) before = barriers.fetch_add(1, order::memory_order_acq_rel);
  before = scope.first(before);
  const Word number = static_cast<std::uint32_t>((before >> barriers_at) + 1);
  const bool is_last = static_cast<std::uint32_t>(before) + 1 == blocks;
  if (is_last) return meet_units(scope, team, number);
  return scope.rank() != 0 || await_last_block(team, number);
}

}  // namespace detail

/// Waits for all blocks of the kernels of all units. Behind it all threads know what any thread has
/// written before it to memory in reach; requests to the runtime need a \c quiet in front.
///
/// All threads of all blocks call it, and all blocks have to run at the same time, which
/// \c kernel::launch makes sure of.
///
/// \return whether all have come; false after a wait of the unit's kernels was given up
DASH_HOST_DEVICE inline bool barrier(const Team& team, const Grid& grid)
{
  const Block block;
  block.sync();
  bool fails = false;
  if (block.size() < Warp::size()) {
    if (block.rank() == 0) fails = !detail::meet_all(Thread{}, team, grid.blocks());
  } else if (block.rank() < Warp::size()) {
    fails = !detail::meet_all(Warp{}, team, grid.blocks());
  }
  return !block.any(fails);
}

namespace detail {

/// Types of values that units exchange.
template <class T>
concept SmallValue = std::is_trivially_copyable_v<T> && sizeof(T) <= Slot::most_bytes;

/// Writes a value and the number of its exchange to another unit.
template <class T>
DASH_HOST_DEVICE void push_value(const Team& team, std::size_t unit, const T& value, Word tag)
{
  const Pointer<Slot> slot = team.at<Slot>(unit, team.layout().slot_of(team.rank(), tag));
  const Pointer<Word> flag =
      team.at<Word>(unit, team.layout().slot_of(team.rank(), tag) + offsetof(Slot, tag));
  const T* source = &value;
  if (!slot.is_in_reach()) source = team.own<T>(team.layout().outbox(tag));
  put_notify(Thread{}, team, slot.as<T>(), source, 1, flag, tag);
}

/// The value of a unit in an exchange that is done.
template <class T>
DASH_HOST_DEVICE T value_of(const Team& team, std::size_t unit, Word tag)
{
  T value;
  std::memcpy(&value, team.own<Slot>(team.layout().slot_of(unit, tag)), sizeof value);
  return value;
}

DASH_HOST_DEVICE inline bool await_value(const Team& team, std::size_t unit, Word tag)
{
  const Word* const place = &team.own<Slot>(team.layout().slot_of(unit, tag))->tag;
  Word seen = 0;
  return team.wait_until(
      [&] { return (seen = load_acquire(place)) == tag; },
      [&](FaultRecord& fault) {
        fault.kind = FaultRecord::exchange;
        fault.place = unit;
        fault.expected = tag;
        fault.seen = seen;
      });
}

/// Gives all units' values to \c use(value_of), a function that gets the function above for one
/// unit. A slot is used again two exchanges later: then its reader has taken part in the exchange
/// between, and so has read it.
template <class Scope, class T, class Use>
DASH_HOST_DEVICE bool exchange_values(const Scope& scope, const Team& team, const T& value, Use use)
{
  const Word tag = load_relaxed(&team.state().exchanges) + 1;
  if (scope.rank() == 0) {
    std::memcpy(team.own<Slot>(team.layout().outbox(tag)), &value, sizeof value);
  }
  scope.sync();
  bool fails = false;
  for (std::size_t unit = scope.rank(); unit < team.size(); unit += scope.size()) {
    push_value(team, unit, value, tag);
  }
  for (std::size_t unit = scope.rank(); unit < team.size(); unit += scope.size()) {
    fails |= !await_value(team, unit, tag);
  }
  const bool done = !scope.any(fails);
  if (scope.rank() == 0) store_relaxed(&team.state().exchanges, tag);
  if (done) use([&](std::size_t unit) { return value_of<T>(team, unit, tag); });
  scope.sync();
  return done;
}

}  // namespace detail

/// Gives the value of one unit to all. One scope at each unit takes part, all threads of which make
/// the call; only one at a time.
///
/// \param value  at the root: the value of all threads of the scope; afterwards the root's value at
///   all units
/// \return whether it was exchanged; false after a wait of the unit's kernels was given up, and
/// then
///   the value is unchanged
template <SyncScope Scope, detail::SmallValue T>
DASH_HOST_DEVICE bool broadcast(const Scope& scope, const Team& team, T& value, std::size_t root)
{
  return detail::exchange_values(
      scope, team, value, [&](const auto& value_of) { value = value_of(root); });
}

/// Combines the values of all units, in the order of the units, so that all get the same bits.
/// Otherwise as \c broadcast.
///
/// \param value  the unit's value, the same in all threads; afterwards the result
/// \param op     combines two values
template <SyncScope Scope, detail::SmallValue T, class Op>
DASH_HOST_DEVICE bool all_reduce(const Scope& scope, const Team& team, T& value, Op op)
{
  return detail::exchange_values(scope, team, value, [&](const auto& value_of) {
    value = value_of(0);
    for (std::size_t unit = 1; unit < team.size(); ++unit) value = op(value, value_of(unit));
  });
}

/// Combines the values of all units up to and including the calling one, in their order. Otherwise
/// as \c all_reduce.
template <SyncScope Scope, detail::SmallValue T, class Op>
DASH_HOST_DEVICE bool inclusive_scan(const Scope& scope, const Team& team, T& value, Op op)
{
  return detail::exchange_values(scope, team, value, [&](const auto& value_of) {
    value = value_of(0);
    for (std::size_t unit = 1; unit <= team.rank(); ++unit) value = op(value, value_of(unit));
  });
}

/// Combines \c init and the values of all units before the calling one, in their order. Otherwise
/// as
/// \c all_reduce.
template <SyncScope Scope, detail::SmallValue T, class Op>
DASH_HOST_DEVICE bool exclusive_scan(
    const Scope& scope, const Team& team, T& value, std::type_identity_t<T> init, Op op)
{
  return detail::exchange_values(scope, team, value, [&](const auto& value_of) {
    value = init;
    for (std::size_t unit = 0; unit < team.rank(); ++unit) value = op(value, value_of(unit));
  });
}

}  // namespace dash::kernel
