#pragma once

/// \file
/// One-sided transfers, notifications and waiting in kernels.
///
/// All functions take a scope: \c Thread, \c Warp, \c Block, or a \c Grid. All threads of the scope
/// make the call, with the same arguments. What other threads of the scope have written to the
/// elements to send has to be known to all of them before, for example by \c sync of the scope.
///
/// Memory order, in the terms of the memory model of PTX and of C++:
///
/// - A notification is a release at system scope: it is behind everything that the threads of the
///   scope have read and written before the call, wherever that memory is, and behind all requests
///   to the runtime that the unit's kernels have made before.
/// - A successful \c wait is an acquire at system scope, for all threads of the scope. With the
///   notification whose value it has seen, it orders what is before the notification in front of
///   what is behind the wait. That is cumulative: what the notifying threads knew counts, too, such
///   as what they have seen by a wait of their own, or by \c sync.
/// - \c put and \c get alone order nothing. A put is complete, and its source may change, after
///   \c quiet; one to memory in reach may change its source at once.
/// - \c fence orders accesses to memory in reach, in both directions. \c quiet in addition waits
///   until requests to the runtime are complete at their targets.

#include <dash/detail/base/Macro.h>
#include <dash/detail/kernel/CopyBytes.h>
#include <dash/detail/kernel/Requests.h>
#include <dash/detail/kernel/SharedWord.h>
#include <dash/kernel/KernelPointer.h>
#include <dash/kernel/Scope.h>
#include <dash/kernel/TeamView.h>

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace dash::kernel {

/// Writes elements, which are in memory of the unit that its kernels and the runtime reach: global
/// memory, or what \c cudaMalloc has given. Does not wait. A \c Grid divides a put among all
/// blocks.
///
/// \param to    first element to write
/// \param from  first element to read
/// \param n     number of elements, which may be 0
template <class Scope, class T>
DASH_HOST_DEVICE void put(
    const Scope& scope, const Team& team, const Pointer<T>& to, const std::type_identity_t<T>* from,
    std::size_t n)
{
  static_assert(std::is_trivially_copyable_v<T>, "kernels copy elements byte by byte");
  if (to.is_in_reach()) {
    detail::copy_elements(scope, to.address(), from, n);
  } else if (n > 0 && scope.rank() == 0) {
    detail::submit(
        team,
        {DART_KERNEL_PUT, to.dart_gptr(), reinterpret_cast<detail::Word>(from), n * sizeof(T)},
        false);
  }
}

/// Reads elements. They are there when the call returns, for all threads of the scope.
///
/// \param to    first element to write, in memory as for \c put
/// \param from  first element to read
/// \param n     number of elements, which may be 0
template <SyncScope Scope, class T>
DASH_HOST_DEVICE void get(
    const Scope& scope, const Team& team, std::remove_const_t<std::type_identity_t<T>>* to,
    const Pointer<T>& from, std::size_t n)
{
  static_assert(std::is_trivially_copyable_v<T>, "kernels copy elements byte by byte");
  using Element = std::remove_const_t<T>;
  if (from.is_in_reach()) {
    detail::copy_elements<Scope, Element>(scope, to, from.address(), n);
  } else if (n > 0 && scope.rank() == 0) {
    const detail::Word number = detail::submit(
        team,
        {DART_KERNEL_GET, from.dart_gptr(), reinterpret_cast<detail::Word>(to), n * sizeof(T)},
        false);
    if (number != detail::no_request) detail::await_requests(team, number + 1);
  }
  scope.sync();
}

namespace detail {

/// What a notification does with its flag.
enum class Notify : std::uint8_t { set, add };

/// The calling thread updates a flag in reach.
DASH_HOST_DEVICE inline void update_flag(
    const Pointer<std::uint64_t>& flag, std::uint64_t value, Notify how)
{
  if (how == Notify::set) {
    store_release(flag.address(), value);
  } else {
    Shared<std::uint64_t>(*flag).fetch_add(value, order::memory_order_release);
  }
}

template <class Scope, class T>
DASH_HOST_DEVICE void put_and_notify(
    const Scope& scope, const Team& team, const Pointer<T>& to, const T* from, std::size_t n,
    const Pointer<std::uint64_t>& flag, std::uint64_t value, Notify how)
{
  static_assert(std::is_trivially_copyable_v<T>, "kernels copy elements byte by byte");
  const bool puts_here = n == 0 || to.is_in_reach();
  const Access needed = how == Notify::set ? Access::load_store : Access::atomic;
  if (puts_here && n > 0) copy_elements(scope, to.address(), from, n);
  scope.sync();
  if (scope.rank() != 0) return;
  if (puts_here && flag.access() >= needed) {
    // Requests that were made before have to be complete at their targets, too.
    const bool has_requests = team.ring().requests != nullptr;
    if (has_requests && !await_requests(team, load_relaxed(&team.state().requests))) return;
    update_flag(flag, value, how);
    return;
  }
  const auto operation = how == Notify::set ? DART_KERNEL_NOTIFY : DART_KERNEL_NOTIFY_ADD;
  const Request request{
      operation,
      puts_here ? flag.dart_gptr() : to.dart_gptr(),
      reinterpret_cast<Word>(from),
      puts_here ? 0 : n * sizeof(T),
      flag.dart_gptr(),
      value};
  submit(team, request, false);
}

}  // namespace detail

/// Writes elements and then a flag: who sees the flag's value sees the elements.
///
/// \param to     first element to write
/// \param from   first element to read, in memory as for \c put
/// \param n      number of elements, which may be 0
/// \param flag   flag of the unit that owns the elements
/// \param value  value for the flag, not 0
template <SyncScope Scope, class T>
DASH_HOST_DEVICE void put_notify(
    const Scope& scope, const Team& team, const Pointer<T>& to, const std::type_identity_t<T>* from,
    std::size_t n, const Pointer<std::uint64_t>& flag, std::uint64_t value)
{
  detail::put_and_notify(scope, team, to, from, n, flag, value, detail::Notify::set);
}

/// The same as \c put_notify, but adds to the flag, by an atomic operation: a flag can count what
/// several units, or several blocks, have put.
/// \param value  what is added, not 0
template <SyncScope Scope, class T>
DASH_HOST_DEVICE void put_notify_add(
    const Scope& scope, const Team& team, const Pointer<T>& to, const std::type_identity_t<T>* from,
    std::size_t n, const Pointer<std::uint64_t>& flag, std::uint64_t value = 1)
{
  detail::put_and_notify(scope, team, to, from, n, flag, value, detail::Notify::add);
}

/// Sets a flag without data.
template <SyncScope Scope>
DASH_HOST_DEVICE void notify(
    const Scope& scope, const Team& team, const Pointer<std::uint64_t>& flag, std::uint64_t value)
{
  put_notify(scope, team, flag, nullptr, 0, flag, value);
}

/// Adds to a flag without data.
template <SyncScope Scope>
DASH_HOST_DEVICE void notify_add(
    const Scope& scope, const Team& team, const Pointer<std::uint64_t>& flag,
    std::uint64_t value = 1)
{
  put_notify_add(scope, team, flag, nullptr, 0, flag, value);
}

/// How a flag has to compare with a value. Values are numbers without sign.
enum class Comparison : std::uint8_t { equal, not_equal, greater, greater_equal, less, less_equal };

/// Whether \c flag compares with \c value in this way.
DASH_HOST_DEVICE inline bool compares(
    Comparison comparison, std::uint64_t flag, std::uint64_t value)
{
  switch (comparison) {
    case Comparison::equal:
      return flag == value;
    case Comparison::not_equal:
      return flag != value;
    case Comparison::greater:
      return flag > value;
    case Comparison::greater_equal:
      return flag >= value;
    case Comparison::less:
      return flag < value;
    case Comparison::less_equal:
      return flag <= value;
  }
  return false;
}

namespace detail {

/// The calling thread alone waits.
DASH_HOST_DEVICE inline bool await_flag(
    const Team& team, const Word* flag, Comparison comparison, Word value)
{
  Word seen = 0;
  return team.wait_until(
      [&] {
        seen = load_acquire(flag);
        return compares(comparison, seen, value);
      },
      [&](FaultRecord& fault) {
        fault.kind = FaultRecord::flag;
        fault.place = reinterpret_cast<Word>(flag);
        fault.expected = value;
        fault.seen = seen;
      });
}

}  // namespace detail

/// Waits until a flag compares with a value.
///
/// \param flag  a flag in reach, best one of the unit's own memory
/// \return whether it does; false after a wait of the unit's kernels was given up
template <SyncScope Scope>
DASH_HOST_DEVICE bool wait(
    const Scope& scope, const Team& team, const Pointer<std::uint64_t>& flag, Comparison comparison,
    std::uint64_t value)
{
  // One thread looks; that all wait for it orders what is behind the wait for all of them.
  bool fails = false;
  if (scope.rank() == 0) fails = !detail::await_flag(team, flag.address(), comparison, value);
  return !scope.any(fails);
}

/// Orders what the calling thread has read and written in memory in reach before what it reads and
/// writes behind the fence, for all processors.
DASH_HOST_DEVICE inline void fence()
{
  detail::fence_system();
}

/// Completes the operations of the scope's threads at their targets, and all requests to the
/// runtime that the unit's kernels have made before.
/// \return whether they are complete; false after a wait of the unit's kernels was given up
template <SyncScope Scope>
DASH_HOST_DEVICE bool quiet(const Scope& scope, const Team& team)
{
  fence();
  scope.sync();
  bool fails = false;
  if (scope.rank() == 0) {
    fails = !detail::await_requests(team, detail::load_relaxed(&team.state().requests));
  }
  return !scope.any(fails);
}

}  // namespace dash::kernel
