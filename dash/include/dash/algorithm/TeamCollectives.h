#pragma once

/// \file
/// Collective operations on values that each unit of a team has: dash::all_reduce, reduce_scatter,
/// all_gather and all_to_all. dash::broadcast is in Bcast.h.

#include <dash/Exception.h>
#include <dash/MdSpan.h>
#include <dash/Team.h>
#include <dash/Types.h>
#include <dash/algorithm/Operation.h>
#include <dash/algorithm/Transform.h>
#include <dash/detail/base/CheckResult.h>
#include <dash/detail/base/CurrentCall.h>
#include <dash/detail/execution/Execution.h>
#include <dash/detail/memory/BoxCopies.h>
#include <dash/detail/memory/Scratch.h>
#include <dash/detail/team/Combine.h>

#include <dash/dart/if/dart.h>

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <type_traits>
#include <vector>

namespace dash {

/// Values of one type, copyable byte by byte, in contiguous memory, which may be device memory of a
/// GPU unit: vectors, arrays, spans.
template <class Range>
concept UnitValues = std::ranges::contiguous_range<Range> && std::ranges::sized_range<Range> &&
                     is_bytewise_copyable_v<std::ranges::range_value_t<Range>>;

/// Numbers of values, one for each unit of a team.
template <class Range>
concept UnitCounts =
    std::ranges::sized_range<Range> && std::integral<std::ranges::range_value_t<Range>>;

namespace detail {

/// The runtime's operation that computes \c Op on values of type T; DART_OP_UNDEFINED if there is
/// none.
template <class Op, class T>
constexpr dart_operation_t operation_on()
{
  if constexpr (dart_datatype<T>::value == DART_TYPE_UNDEFINED || std::is_same_v<T, bool>)
    return DART_OP_UNDEFINED;
  else if constexpr (DartOperation<Op>)
    return std::is_same_v<typename Op::value_type, T> ? dart_reduce_operation<Op>::value
                                                      : dart_operation_t{DART_OP_UNDEFINED};
  else if constexpr (std::is_same_v<Op, std::plus<>> || std::is_same_v<Op, std::plus<T>>)
    return DART_OP_SUM;
  else if constexpr (
      std::is_same_v<Op, std::multiplies<>> || std::is_same_v<Op, std::multiplies<T>>)
    return DART_OP_PROD;
  else
    return DART_OP_UNDEFINED;
}

template <class Range>
auto span_of(Range& values)
{
  return std::span(std::ranges::data(values), std::ranges::size(values));
}

/// \throws exception::InvalidArgument if a buffer has not the size that it needs
inline void require_size(const char* name, const char* buffer, std::size_t size, std::size_t needed)
{
  if (size != needed) {
    DASH_THROW(
        exception::InvalidArgument,
        name << ": " << buffer << " has room for " << size << " values, but there are " << needed);
  }
}

/// The size of the blocks that the units of a team exchange.
/// \param values  that are sent
/// \param room    for what is received
/// \throws exception::InvalidArgument if the sizes differ, or there are no equal blocks
inline std::size_t equal_block(
    const char* name, std::size_t values, std::size_t room, const Team& team)
{
  require_size(name, "the result", room, values);
  if (values % team.size() != 0) {
    DASH_THROW(
        exception::InvalidArgument,
        name << ": " << values << " values cannot be divided among " << team.size() << " units");
  }
  return values / team.size();
}

/// Blocks of different sizes, one for each unit of a team, that lie one after the other.
struct PackedBlocks {
  /// \throws exception::InvalidArgument  if there is not one number for each unit
  template <UnitCounts Counts>
  PackedBlocks(const char* name, const Team& team, const Counts& counts, std::size_t value_bytes)
  {
    if (std::ranges::size(counts) != team.size()) {
      DASH_THROW(
          exception::InvalidArgument, name << ": " << std::ranges::size(counts)
                                           << " numbers of values for " << team.size() << " units");
    }
    for (const auto count : counts) {
      begins.push_back(values * value_bytes);
      bytes.push_back(static_cast<std::size_t>(count) * value_bytes);
      values += static_cast<std::size_t>(count);
    }
  }

  std::vector<std::size_t> bytes, begins;
  std::size_t values = 0;  ///< in all blocks
};

/// result = f(0) o f(1) o … for blocks of all units that lie one after the other.
template <class T, class Op>
void fold_blocks(const T* blocks, std::size_t units, std::size_t n, T* result, Op& op)
{
  const TransformStep<Op, T, T> step{{op}};
  for (std::size_t unit = 1; unit < units; ++unit) {
    const T* const before = unit == 1 ? blocks : result;
    const T* const next = blocks + unit * n;
    run_step(step, reads(before, before + n), reads(next, next + n), writes(result, result + n));
  }
}

/// Bytes that a unit gathers at a time to combine them with an operation that the runtime does not
/// know.
inline constexpr std::size_t gathered_bytes = std::size_t(64) << 20;

/// Combines the values of all units, in the order of the units, by kernels on GPU units and by host
/// code on others.
template <class T, class Op>
void all_reduce_gathered(std::span<const T> send, T* recv, Op& op, Team& team)
{
  const std::size_t units = team.size();
  const std::size_t most = std::max<std::size_t>(1, gathered_bytes / sizeof(T) / units);
  const UnitBuffer<T> all(static_cast<std::ptrdiff_t>((std::min)(most, send.size()) * units));
  for (std::size_t at = 0; at < send.size(); at += most) {
    const std::size_t n = (std::min)(most, send.size() - at);
    CheckedCall().result(
        dart_allgather(send.data() + at, all.data(), n * sizeof(T), DART_TYPE_BYTE, team.dart_id()),
        "dart_allgather");
    fold_blocks(all.data(), units, n, recv + at, op);
  }
}

template <class T, class Op>
void all_reduce_values(std::span<const T> send, T* recv, Op& op, Team& team)
{
  constexpr dart_operation_t operation = operation_on<Op, T>();
  if constexpr (operation != DART_OP_UNDEFINED) {
    CheckedCall().result(
        dart_allreduce(
            send.data(), recv, send.size(), dart_datatype<T>::value, operation, team.dart_id()),
        "dart_allreduce");
  } else if (team.size() > 1) {
    all_reduce_gathered(send, recv, op, team);
  } else if (!send.empty() && recv != send.data()) {
    CheckedCall().result(
        dart_allgather(send.data(), recv, send.size_bytes(), DART_TYPE_BYTE, team.dart_id()),
        "dart_allgather");
  }
}

}  // namespace detail

/// Combines what all units have, element by element, in the order of the units; each unit gets the
/// result, with operations that the runtime knows the same bit by bit. The values may lie in any
/// memory of the unit, also in device memory; then the GPUs combine them.
///
/// Collective over \c team, complete on return.
///
/// \param send  the caller's values; all units pass the same number
/// \param recv  receives the result; may be \c send, but must not overlap with it otherwise
/// \param op    associative operation: one that the runtime knows (\c dash::plus, \c dash::min,
///   \c std::plus, \c std::multiplies, …), or any other function object; kernels call it where
///   they can
/// \throws exception::InvalidArgument if the sizes differ
template <UnitValues Send, UnitValues Recv, class Op>
  requires std::same_as<std::ranges::range_value_t<Send>, std::ranges::range_value_t<Recv>>
void all_reduce(const Send& send, Recv&& recv, Op op, Team& team = Team::All())
{
  constexpr const char* name = "dash::all_reduce";
  using T = std::ranges::range_value_t<Send>;
  const detail::CurrentCall call(name);
  detail::require_size(name, "the result", std::ranges::size(recv), std::ranges::size(send));
  const std::span<const T> values = detail::span_of(send);
  detail::all_reduce_values(values, std::ranges::data(recv), op, team);
}

/// The same in place.
template <UnitValues Values, class Op>
  requires(!UnitValues<Op>)
void all_reduce(Values&& values, Op op, Team& team = Team::All())
{
  dash::all_reduce(values, values, op, team);
}

/// The same in place for an array of equal extents at each unit, such as the calling unit's part of
/// a matrix or a box of it: elements with equal coordinates are combined, whatever their strides.
template <class T, dim_t N, class Index, class Op>
  requires is_bytewise_copyable_v<T>
void all_reduce(const MdSpan<T, N, Index>& values, Op op, Team& team = Team::All())
{
  const detail::CurrentCall call("dash::all_reduce");
  const auto n = static_cast<std::size_t>(values.size());
  if (values.strides() == MdSpan<T, N, Index>(values.data(), values.extents()).strides()) {
    const std::span<const T> in_place(values.data(), n);
    return detail::all_reduce_values(in_place, values.data(), op, team);
  }
  const detail::UnitBuffer<T> packed(static_cast<std::ptrdiff_t>(n));
  const MdSpan<T, N, Index> copy(packed.data(), values.extents());
  if (n > 0) detail::copy_elements_of(copy, values);
  detail::all_reduce_values(std::span<const T>(packed.data(), n), packed.data(), op, team);
  if (n > 0) detail::copy_elements_of(values, copy);
}

/// The same for the calling unit's elements of a matrix (\c matrix.local) or of a view of it.
template <class Local, class Op>
  requires requires(Local& local) { local.mdspan(); }
void all_reduce(Local&& local, Op op, Team& team = Team::All())
{
  dash::all_reduce(local.mdspan(), op, team);
}

/// Combines one value of each unit, in the order of the units. Collective over \c team.
///
/// \return the result, the same on all units
template <class T, class Op>
  requires(!std::ranges::range<T> && is_bytewise_copyable_v<T> && !UnitValues<Op>)
T all_reduce(const T& value, Op op, Team& team = Team::All())
{
  const detail::CurrentCall call("dash::all_reduce");
  if constexpr (detail::operation_on<Op, T>() != DART_OP_UNDEFINED) {
    T result{};
    detail::all_reduce_values(std::span<const T>(&value, 1), &result, op, team);
    return result;
  } else {
    return *detail::fold_over_units(team, std::optional<T>(value), op);
  }
}

/// Combines the blocks that all units have for each unit: unit k gets the combination of the blocks
/// k of all units. The same rules apply as to all_reduce. Collective over \c team, complete on
/// return.
///
/// \param send  a block of equal size for each unit, in the order of the units
/// \param recv  receives one block; may be the caller's block of \c send
/// \tparam Op   an operation that the runtime knows
/// \throws exception::InvalidArgument if the sizes do not fit
template <UnitValues Send, UnitValues Recv, class Op>
  requires std::same_as<std::ranges::range_value_t<Send>, std::ranges::range_value_t<Recv>>
void reduce_scatter(const Send& send, Recv&& recv, Op /*op*/, Team& team = Team::All())
{
  constexpr const char* name = "dash::reduce_scatter";
  using T = std::ranges::range_value_t<Send>;
  constexpr dart_operation_t operation = detail::operation_on<Op, T>();
  static_assert(
      operation != DART_OP_UNDEFINED,
      "dash::reduce_scatter takes dash::plus, min, max, multiply or bit_… of the type of the "
      "values, std::plus or std::multiplies; use dash::all_to_all and combine the blocks "
      "otherwise");
  const detail::CurrentCall call(name);
  const std::size_t n = std::ranges::size(recv);
  detail::require_size(name, "what is sent", std::ranges::size(send), n * team.size());
  detail::CheckedCall().result(
      dart_reduce_scatter(
          std::ranges::data(send), std::ranges::data(recv), n, dart_datatype<T>::value, operation,
          team.dart_id()),
      "dart_reduce_scatter");
}

/// Collects the values of all units at each unit, in the order of the units. The values may lie in
/// any memory of the unit. Collective over \c team, complete on return.
///
/// \param send  the caller's values; all units pass the same number
/// \param recv  receives the values of all units; \c send may be the caller's part of it
/// \throws exception::InvalidArgument if the sizes do not fit
template <UnitValues Send, UnitValues Recv>
  requires std::same_as<std::ranges::range_value_t<Send>, std::ranges::range_value_t<Recv>>
void all_gather(const Send& send, Recv&& recv, Team& team = Team::All())
{
  constexpr const char* name = "dash::all_gather";
  const detail::CurrentCall call(name);
  const auto mine = detail::span_of(send);
  detail::require_size(name, "the result", std::ranges::size(recv), mine.size() * team.size());
  detail::CheckedCall().result(
      dart_allgather(
          mine.data(), std::ranges::data(recv), mine.size_bytes(), DART_TYPE_BYTE, team.dart_id()),
      "dart_allgather");
}

/// The same for units that have different numbers of values.
///
/// \param counts  the number of values of each unit, the same on all units
template <UnitValues Send, UnitValues Recv, UnitCounts Counts>
  requires std::same_as<std::ranges::range_value_t<Send>, std::ranges::range_value_t<Recv>>
void all_gather(const Send& send, Recv&& recv, const Counts& counts, Team& team = Team::All())
{
  constexpr const char* name = "dash::all_gather";
  const detail::CurrentCall call(name);
  const auto mine = detail::span_of(send);
  const detail::PackedBlocks all(name, team, counts, sizeof(mine[0]));
  detail::require_size(name, "the result", std::ranges::size(recv), all.values);
  detail::CheckedCall().result(
      dart_allgatherv(
          mine.data(), mine.size_bytes(), DART_TYPE_BYTE, std::ranges::data(recv), all.bytes.data(),
          all.begins.data(), team.dart_id()),
      "dart_allgatherv");
}

/// Exchanges blocks between all pairs of units: block k of what a unit sends becomes the block of
/// that unit in what unit k receives. The values may lie in any memory of the unit. Collective over
/// \c team, complete on return.
///
/// \param send  a block of equal size for each unit, in the order of the units
/// \param recv  receives a block of each unit; may be \c send
/// \throws exception::InvalidArgument if the sizes differ, or are no multiple of the number of
///   units
template <UnitValues Send, UnitValues Recv>
  requires std::same_as<std::ranges::range_value_t<Send>, std::ranges::range_value_t<Recv>>
void all_to_all(const Send& send, Recv&& recv, Team& team = Team::All())
{
  constexpr const char* name = "dash::all_to_all";
  const detail::CurrentCall call(name);
  const auto mine = detail::span_of(send);
  const std::size_t block = detail::equal_block(name, mine.size(), std::ranges::size(recv), team);
  detail::CheckedCall().result(
      dart_alltoall(
          mine.data(), std::ranges::data(recv), block * sizeof(mine[0]), DART_TYPE_BYTE,
          team.dart_id()),
      "dart_alltoall");
}

/// The same for blocks of different sizes.
///
/// \param send_counts  number of values for each unit; the blocks lie one after the other
/// \param recv         receives the blocks of all units, one after the other; not \c send
/// \param recv_counts  number of values from each unit, which must be what that unit sends
/// \throws exception::InvalidArgument if the sizes do not fit, exception::RuntimeError on all units
///   if a unit sends another number than is received
template <UnitValues Send, UnitCounts SendCounts, UnitValues Recv, UnitCounts RecvCounts>
  requires std::same_as<std::ranges::range_value_t<Send>, std::ranges::range_value_t<Recv>>
void all_to_all(
    const Send& send, const SendCounts& send_counts, Recv&& recv, const RecvCounts& recv_counts,
    Team& team = Team::All())
{
  constexpr const char* name = "dash::all_to_all";
  const detail::CurrentCall call(name);
  const auto mine = detail::span_of(send);
  const detail::PackedBlocks sent(name, team, send_counts, sizeof(mine[0]));
  const detail::PackedBlocks received(name, team, recv_counts, sizeof(mine[0]));
  detail::require_size(name, "what is sent", mine.size(), sent.values);
  detail::require_size(name, "the result", std::ranges::size(recv), received.values);
  detail::CheckedCall().result(
      dart_alltoallv(
          mine.data(), sent.bytes.data(), sent.begins.data(), DART_TYPE_BYTE,
          std::ranges::data(recv), received.bytes.data(), received.begins.data(), team.dart_id()),
      "dart_alltoallv");
}

}  // namespace dash
