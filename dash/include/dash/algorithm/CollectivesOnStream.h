#pragma once

/// \file
/// Collective operations on values that each unit of a team has, as operations of a stream.

#include <dash/Stream.h>
#include <dash/Team.h>
#include <dash/algorithm/TeamCollectives.h>

#include <dash/dart/if/dart_stream_collectives.h>

#include <concepts>
#include <cstddef>
#include <iterator>

namespace dash {

/*
 * They are those without a stream, and begin when the operations in front of them are complete.
 * Where all units of a team have a GPU of their own on one host, kernels execute them, which a CUDA
 * graph can contain; elsewhere a thread of the host does. All units add the same ones of a team in
 * the same order, to one stream at a time. Only the first one of a team waits for the other units,
 * and must not be captured into a graph. Values have to exist until it is the operation's turn; on
 * GPU units, those in global memory or memory of CUDA are used in place, and others are copied.
 * Operations are those that the runtime knows: dash::plus, min, max, multiply, bit_… of the type of
 * the values, std::plus and std::multiplies.
 */

/// Values that exist longer than the call, as a stream needs them: of a span, or of a container
/// that is no temporary object.
template <class Range>
concept StreamValues = UnitValues<Range> && std::ranges::borrowed_range<Range>;

namespace detail {

template <class Op, class T>
constexpr dart_operation_t stream_operation()
{
  constexpr dart_operation_t operation = operation_on<Op, T>();
  static_assert(
      operation != DART_OP_UNDEFINED,
      "a reduction on a stream takes dash::plus, min, max, multiply or bit_… of the type of the "
      "values, std::plus or std::multiplies; wait for the stream, and use the collective without "
      "it otherwise");
  return operation;
}

}  // namespace detail

/// Adds dash::broadcast of values to a stream. Collective over \c team.
/// \param values  of the unit \c root, which the others receive; all pass the same number
template <StreamValues Values>
void broadcast(const Stream& stream, Values&& values, team_unit_t root, Team& team = Team::All())
{
  const detail::CurrentCall call("dash::broadcast on a stream");
  const auto mine = detail::span_of(values);
  detail::CheckedCall().result(
      dart_stream_bcast(
          stream.dart_stream(), mine.data(), mine.size_bytes(), DART_TYPE_BYTE, root,
          team.dart_id()),
      "dart_stream_bcast");
}

/// Adds dash::all_reduce to a stream. Collective over \c team.
/// \throws exception::InvalidArgument if the sizes differ
template <StreamValues Send, StreamValues Recv, class Op>
  requires std::same_as<std::ranges::range_value_t<Send>, std::ranges::range_value_t<Recv>>
void all_reduce(const Stream& stream, Send&& send, Recv&& recv, Op /*op*/, Team& team = Team::All())
{
  constexpr const char* name = "dash::all_reduce on a stream";
  using T = std::ranges::range_value_t<Send>;
  const detail::CurrentCall call(name);
  detail::require_size(name, "the result", std::ranges::size(recv), std::ranges::size(send));
  detail::CheckedCall().result(
      dart_stream_allreduce(
          stream.dart_stream(), std::ranges::data(send), std::ranges::data(recv),
          std::ranges::size(send), dart_datatype<T>::value, detail::stream_operation<Op, T>(),
          team.dart_id()),
      "dart_stream_allreduce");
}

/// The same in place.
template <StreamValues Values, class Op>
  requires(!UnitValues<Op>)
void all_reduce(const Stream& stream, Values&& values, Op op, Team& team = Team::All())
{
  dash::all_reduce(stream, values, values, op, team);
}

/// Adds dash::reduce_scatter to a stream. Collective over \c team.
/// \throws exception::InvalidArgument if the sizes do not fit
template <StreamValues Send, StreamValues Recv, class Op>
  requires std::same_as<std::ranges::range_value_t<Send>, std::ranges::range_value_t<Recv>>
void reduce_scatter(
    const Stream& stream, Send&& send, Recv&& recv, Op /*op*/, Team& team = Team::All())
{
  constexpr const char* name = "dash::reduce_scatter on a stream";
  using T = std::ranges::range_value_t<Send>;
  const detail::CurrentCall call(name);
  const std::size_t n = std::ranges::size(recv);
  detail::require_size(name, "what is sent", std::ranges::size(send), n * team.size());
  detail::CheckedCall().result(
      dart_stream_reduce_scatter(
          stream.dart_stream(), std::ranges::data(send), std::ranges::data(recv), n,
          dart_datatype<T>::value, detail::stream_operation<Op, T>(), team.dart_id()),
      "dart_stream_reduce_scatter");
}

/// Adds dash::all_gather to a stream. Collective over \c team.
/// \throws exception::InvalidArgument if the sizes do not fit
template <StreamValues Send, StreamValues Recv>
  requires std::same_as<std::ranges::range_value_t<Send>, std::ranges::range_value_t<Recv>>
void all_gather(const Stream& stream, Send&& send, Recv&& recv, Team& team = Team::All())
{
  constexpr const char* name = "dash::all_gather on a stream";
  const detail::CurrentCall call(name);
  const auto mine = detail::span_of(send);
  detail::require_size(name, "the result", std::ranges::size(recv), mine.size() * team.size());
  detail::CheckedCall().result(
      dart_stream_allgather(
          stream.dart_stream(), mine.data(), std::ranges::data(recv), mine.size_bytes(),
          DART_TYPE_BYTE, team.dart_id()),
      "dart_stream_allgather");
}

/// Adds dash::all_to_all to a stream. Collective over \c team.
/// \throws exception::InvalidArgument if the sizes differ, or are no multiple of the number of
///   units
template <StreamValues Send, StreamValues Recv>
  requires std::same_as<std::ranges::range_value_t<Send>, std::ranges::range_value_t<Recv>>
void all_to_all(const Stream& stream, Send&& send, Recv&& recv, Team& team = Team::All())
{
  constexpr const char* name = "dash::all_to_all on a stream";
  const detail::CurrentCall call(name);
  const auto mine = detail::span_of(send);
  const std::size_t block = detail::equal_block(name, mine.size(), std::ranges::size(recv), team);
  detail::CheckedCall().result(
      dart_stream_alltoall(
          stream.dart_stream(), mine.data(), std::ranges::data(recv), block * sizeof(mine[0]),
          DART_TYPE_BYTE, team.dart_id()),
      "dart_stream_alltoall");
}

}  // namespace dash
