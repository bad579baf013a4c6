#pragma once

/// \file
/// Copies between global and local memory, and between global ranges: dash::copy, copy_n and
/// copy_async.

#include <dash/Exception.h>
#include <dash/Future.h>
#include <dash/Types.h>
#include <dash/detail/base/DeviceMemory.h>
#include <dash/detail/memory/PendingTransfers.h>
#include <dash/detail/range/GlobalCopy.h>
#include <dash/detail/range/RequireRange.h>
#include <dash/detail/range/Transfer.h>

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstring>
#include <iterator>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

namespace dash {

namespace detail {

/// A future that returns \p result when the transfers are complete.
template <class Result>
Future<Result> when_complete(std::shared_ptr<PendingTransfers> pending, Result result)
{
  if (pending->empty()) return Future<Result>(result);
  return Future<Result>(
      [pending, result] {
        pending->wait();
        return result;
      },
      [pending, result](Result* value) {
        if (!pending->test()) return false;
        *value = result;
        return true;
      });
}

template <class Direction, class It, class Local, class Result>
Future<Result> copy_async(const It& first, std::ptrdiff_t n, Local* local, Result result)
{
  static_assert(
      is_dash_copyable<element_of<It>, std::remove_cv_t<Local>>::value,
      "dash::copy_async needs elements of one representation: equal types, or both integral or "
      "both floating point of equal size");
  auto pending = std::make_shared<PendingTransfers>();
  copy_runs<Direction>(first, n, local, *pending);
  return when_complete(std::move(pending), result);
}

}  // namespace detail

/// Copies global elements [first, last) of any distribution to local memory, which may be device
/// memory. Blocking; local call.
///
/// \tparam UseHandles  has no effect: transfers from memory that is not mapped always overlap
/// \return end of the output
template <class V, GlobalPosition GlobIn, bool UseHandles = false>
inline V* copy(GlobIn first, GlobIn last, V* out)
{
  const std::ptrdiff_t n = detail::require_range("dash::copy", first, last);
  detail::copy_blocking<detail::Read>(first, n, out);
  return out + n;
}

/// Copies local elements [first, last) in host or device memory to global memory that begins at
/// \c out. Blocking and remotely complete on return; local call. \return end of the output
template <class V, GlobalPosition GlobOut, bool UseHandles = false>
inline GlobOut copy(V* first, V* last, GlobOut out)
{
  const std::ptrdiff_t n = detail::require_range("dash::copy", first, last);
  detail::require_room("dash::copy", n, out);
  detail::copy_blocking<detail::Write>(out, n, first);
  return out + static_cast<typename GlobOut::difference_type>(n);
}

/// Copies global elements [first, last) to global memory that begins at \c out, as if in ascending
/// order. Blocking and remotely complete on return; local call. \return end of the output
/// \throws exception::InvalidArgument if the output begins within the range, behind its first
/// element
template <class V = void, GlobalPosition GlobIn, GlobalPosition GlobOut>
GlobOut copy(GlobIn first, GlobIn last, GlobOut out)
{
  const std::ptrdiff_t n = detail::require_range("dash::copy", first, last);
  detail::require_room("dash::copy", n, out);
  detail::require_apart<detail::Overlapping::leftwards>("dash::copy", first, n, out, n);
  detail::PendingTransfers pending;
  const GlobOut end = detail::copy_global(first, n, out, pending);
  pending.wait();
  return end;
}

/// Copies elements [first, last) between any two native memories of this process, host or device,
/// that do not overlap. Blocking; local call. \return end of the output
template <class V, class W>
W* copy(V* first, V* last, W* out)
{
  static_assert(
      is_dash_copyable<std::remove_cv_t<V>, W>::value,
      "dash::copy needs elements of one representation");
  const std::ptrdiff_t n = detail::require_range("dash::copy", first, last);
  detail::copy_bytes(out, first, static_cast<std::size_t>(n) * sizeof(V));
  return out + n;
}

/// \{ The same copies with iterators of local containers such as \c std::vector in place of
///   pointers.
template <GlobalPosition GlobIn, ContiguousPosition Out>
Out copy(GlobIn first, GlobIn last, Out out)
{
  dash::copy(first, last, std::to_address(out));
  return out + static_cast<std::iter_difference_t<Out>>(last - first);
}

template <ContiguousPosition In, GlobalPosition GlobOut>
GlobOut copy(In first, In last, GlobOut out)
{
  return dash::copy(std::to_address(first), std::to_address(last), out);
}
/// \}

/// Arrays, and ranges of elements in one dimension, whose iterators refer to global memory.
/// Matrices are copied by coordinates.
template <class Range>
concept GlobalSequence = requires(std::remove_reference_t<Range>& range) {
  { range.begin() } -> GlobalPosition;
  { range.end() } -> std::same_as<decltype(range.begin())>;
} && !requires(const std::remove_reference_t<Range>& range) { range.dimensions(); };

/// \{ The same copies with a range in place of the input, or of both. If the output is a range, it
///   has to have room for the input. Local call: one unit copies all elements.
/// \throws exception::InvalidArgument  if the output has fewer elements than the input
template <GlobalSequence Range, class Out>
  requires(!GlobalSequence<Out>)
auto copy(Range&& range, Out out)
{
  return dash::copy(range.begin(), range.end(), out);
}

template <GlobalSequence Range, GlobalSequence Out>
auto copy(Range&& range, Out&& out)
{
  const auto needed = static_cast<std::ptrdiff_t>(range.end() - range.begin());
  const auto room = static_cast<std::ptrdiff_t>(out.end() - out.begin());
  if (room < needed) {
    DASH_THROW(
        exception::InvalidArgument,
        "dash::copy: " << needed << " elements to a range of " << room
                       << "; copy a part of them, or make the output larger");
  }
  return dash::copy(range.begin(), range.end(), out.begin());
}
/// \}

/// Copies the \c n elements that begin at \c first, as dash::copy does: one side is global memory,
/// the other side global or local memory. Blocking; local call. \return end of the output
/// \throws exception::InvalidArgument for a negative number
template <class In, class Out>
  requires(GlobalPosition<In> || GlobalPosition<Out>)
Out copy_n(In first, std::iter_difference_t<In> n, Out out)
{
  detail::require_range("dash::copy_n", first, first + n);
  detail::require_room("dash::copy_n", n, out);
  return dash::copy(first, first + n, out);
}

/// Starts a copy to local memory; the output may be read when the future is ready. Local call.
template <class V, GlobalPosition GlobIn>
Future<V*> copy_async(GlobIn first, GlobIn last, V* out)
{
  const std::ptrdiff_t n = detail::require_range("dash::copy_async", first, last);
  return detail::copy_async<detail::Read>(first, n, out, out + n);
}

/// Starts a copy to global memory; the source must not change until the future is ready. Local
/// call.
template <class V, GlobalPosition GlobOut>
Future<GlobOut> copy_async(V* first, V* last, GlobOut out)
{
  const std::ptrdiff_t n = detail::require_range("dash::copy_async", first, last);
  detail::require_room("dash::copy_async", n, out);
  return detail::copy_async<detail::Write>(
      out, n, first, out + static_cast<typename GlobOut::difference_type>(n));
}

/// \{ The same with iterators of local containers in place of pointers.
template <GlobalPosition GlobIn, ContiguousPosition Out>
Future<Out> copy_async(GlobIn first, GlobIn last, Out out)
{
  const std::ptrdiff_t n = detail::require_range("dash::copy_async", first, last);
  return detail::copy_async<detail::Read>(first, n, std::to_address(out), out + n);
}

template <ContiguousPosition In, GlobalPosition GlobOut>
Future<GlobOut> copy_async(In first, In last, GlobOut out)
{
  return dash::copy_async(std::to_address(first), std::to_address(last), out);
}
/// \}

/// Starts a copy between global memories; both must not change until the future is ready. Local
/// call.
template <class V = void, GlobalPosition GlobIn, GlobalPosition GlobOut>
Future<GlobOut> copy_async(GlobIn first, GlobIn last, GlobOut out)
{
  const std::ptrdiff_t n = detail::require_range("dash::copy_async", first, last);
  detail::require_room("dash::copy_async", n, out);
  detail::require_apart<detail::Overlapping::in_place>("dash::copy_async", first, n, out, n);
  auto pending = std::make_shared<detail::PendingTransfers>();
  const GlobOut end = detail::copy_global(first, n, out, *pending);
  return detail::when_complete(std::move(pending), end);
}

}  // namespace dash
