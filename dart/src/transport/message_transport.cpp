#include "transport/message_transport.h"

#include <algorithm>
#include <cstring>
#include <mutex>

#include "runtime/runtime.h"
#include "transfer/atomic.h"
#include "transfer/datatype.h"
#include "transfer/exclusive_update.h"

namespace dart {
namespace {

/// Size of the pieces that calls transfer, so that the owner copies one while the next is in
/// transfer.
constexpr std::size_t piece_bytes = std::size_t(1) << 20;

/// Calls for put and get begin with the number of ranges, followed by the ranges and the bytes of
/// all of them.
struct Range {
  std::uint64_t address;
  std::uint64_t bytes;
};

/// Followed by the operands and, for compare-and-swap, by the values to compare with.
struct AtomicCall {
  std::uint64_t address;
  std::uint64_t elements;
  dart_datatype_t type;
  dart_operation_t operation;
};

template <class F>
dart_ret_t in_pieces(std::size_t bytes, F f)
{
  for (std::size_t done = 0; done < bytes; done += piece_bytes) {
    const dart_ret_t result = f(done, std::min(piece_bytes, bytes - done));
    if (result != DART_OK) return result;
  }
  return DART_OK;
}

/// Copies from or to memory of this unit, whatever its kind.
dart_ret_t copy_own(Runtime& rt, std::byte* own, std::byte* other, std::size_t bytes, bool to_own)
{
  if (rt.arena().is_device_address(own)) {
    DeviceSpace& devices = *rt.devices();
    own = devices.reach(rt.index(), rt.arena().offset_of(own), bytes);
    if (own == nullptr) return DART_ERR_OTHER;
    return to_own ? devices.copy(own, other, bytes) : devices.copy(other, own, bytes);
  }
  std::memcpy(to_own ? own : other, to_own ? other : own, bytes);
  return DART_OK;
}

/// Calls \c f(range) for the ranges at the beginning of a call. \return the bytes behind them
template <class F>
RemoteCalls::Bytes for_each_range(RemoteCalls::Bytes call, F f)
{
  const auto count = front_of<std::uint64_t>(call);
  call = call.subspan(sizeof count);
  for (std::uint64_t i = 0; i < count; ++i) f(front_of<Range>(call.subspan(i * sizeof(Range))));
  return call.subspan(count * sizeof(Range));
}

/// Copies between own ranges and the bytes of a call, or of its reply.
dart_ret_t copy_ranges(Runtime& rt, RemoteCalls::Bytes call, std::byte* other, bool to_own)
{
  dart_ret_t result = DART_OK;
  for_each_range(call, [&](const Range& range) {
    auto* own = reinterpret_cast<std::byte*>(range.address);
    if (result == DART_OK) result = copy_own(rt, own, other, range.bytes, to_own);
    other += range.bytes;
  });
  return result;
}

dart_ret_t put_here(Runtime& rt, RemoteCalls::Bytes call)
{
  const RemoteCalls::Bytes data = for_each_range(call, [](const Range&) {});
  return copy_ranges(rt, call, const_cast<std::byte*>(data.data()), true);
}

/// Appends \c bytes bytes to the reply. \return their beginning
std::byte* grow(std::vector<std::byte>& reply, std::size_t bytes)
{
  reply.resize(reply.size() + bytes);
  return reply.data() + reply.size() - bytes;
}

dart_ret_t get_here(Runtime& rt, RemoteCalls::Bytes call, std::vector<std::byte>& reply)
{
  std::size_t bytes = 0;
  for_each_range(call, [&](const Range& range) { bytes += range.bytes; });
  return copy_ranges(rt, call, grow(reply, bytes), false);
}

/// Updates memory in the same way as the units of this host, so that updates of a word are atomic.
dart_ret_t update_here(Runtime& rt, RemoteCalls::Bytes bytes, std::vector<std::byte>& reply)
{
  const auto call = front_of<AtomicCall>(bytes);
  const std::size_t operand_bytes = call.elements * basic_type_bytes[call.type];
  const bool compares = call.operation == DART_OP_UNDEFINED;
  const std::byte* operands = bytes.data() + sizeof call;
  const AtomicRequest request{
      call.type,
      call.elements,
      call.operation,
      operands,
      compares ? operands + operand_bytes : nullptr,
      grow(reply, operand_bytes)};
  auto* target = reinterpret_cast<std::byte*>(call.address);
  if (rt.arena().is_device_address(target)) {
    return rt.devices()->atomic(rt.index(), rt.arena().offset_of(target), request);
  }
  if (rt.arena().contains(target)) {
    apply_atomically(target, request);
  } else {
    std::lock_guard guard(rt.my_control().registered_lock);
    apply_exclusively(target, request);
  }
  return DART_OK;
}

}  // namespace

dart_ret_t MessageTransport::put(
    RemoteAddress to, const void* from, std::size_t bytes, Ticket* ticket)
{
  *ticket = 0;
  const auto* data = static_cast<const std::byte*>(from);
  return in_pieces(bytes, [&](std::size_t done, std::size_t piece) {
    const std::uint64_t count = 1;
    const Range range{to.address + done, piece};
    return calls_.call(
        to.unit.id, RemoteCalls::Kind::put,
        {bytes_of(count), bytes_of(range), RemoteCalls::Bytes(data + done, piece)});
  });
}

dart_ret_t MessageTransport::get(void* to, RemoteAddress from, std::size_t bytes, Ticket* ticket)
{
  *ticket = 0;
  auto* data = static_cast<std::byte*>(to);
  return in_pieces(bytes, [&](std::size_t done, std::size_t piece) {
    const std::uint64_t count = 1;
    const Range range{from.address + done, piece};
    return calls_.call(
        from.unit.id, RemoteCalls::Kind::get, {bytes_of(count), bytes_of(range)},
        {data + done, piece});
  });
}

dart_ret_t MessageTransport::put_all(dart_global_unit_t to, std::span<const Stretch> stretches)
{
  const std::uint64_t count = stretches.size();
  std::vector<Range> ranges;
  std::vector<std::byte> data;
  for (const Stretch& stretch : stretches) {
    ranges.push_back({stretch.address, stretch.bytes});
    data.insert(data.end(), stretch.buffer, stretch.buffer + stretch.bytes);
  }
  return calls_.call(
      to.id, RemoteCalls::Kind::put, {bytes_of(count), std::as_bytes(std::span(ranges)), data});
}

dart_ret_t MessageTransport::get_all(dart_global_unit_t from, std::span<const Stretch> stretches)
{
  const std::uint64_t count = stretches.size();
  std::vector<Range> ranges;
  std::size_t bytes = 0;
  for (const Stretch& stretch : stretches) {
    ranges.push_back({stretch.address, stretch.bytes});
    bytes += stretch.bytes;
  }
  std::vector<std::byte> data(bytes);
  const dart_ret_t result = calls_.call(
      from.id, RemoteCalls::Kind::get, {bytes_of(count), std::as_bytes(std::span(ranges))}, data);
  const std::byte* next = data.data();
  for (const Stretch& stretch : stretches) {
    std::copy_n(next, stretch.bytes, stretch.buffer);
    next += stretch.bytes;
  }
  return result;
}

dart_ret_t MessageTransport::atomic(RemoteAddress target, const AtomicRequest& request)
{
  const std::size_t bytes = request.elements * basic_type_bytes[request.type];
  const AtomicCall call{target.address, request.elements, request.type, request.operation};
  // Reading needs no operand, but the call has room for it.
  std::vector<std::byte> operands(bytes);
  if (request.operand != nullptr) std::memcpy(operands.data(), request.operand, bytes);
  const bool compares = request.operation == DART_OP_UNDEFINED;
  const RemoteCalls::Bytes compare(
      static_cast<const std::byte*>(request.compare), compares ? bytes : 0);
  std::vector<std::byte> old(request.result == nullptr ? bytes : 0);
  auto* result = request.result == nullptr ? old.data() : static_cast<std::byte*>(request.result);
  return calls_.call(
      target.unit.id, RemoteCalls::Kind::atomic, {bytes_of(call), operands, compare},
      {result, bytes});
}

void serve_memory(Runtime& rt)
{
  using Bytes = RemoteCalls::Bytes;
  using Reply = std::vector<std::byte>;
  rt.calls()->serve(RemoteCalls::Kind::put, [&rt](dart_unit_t, Bytes call, Reply&) {
    return put_here(rt, call);
  });
  rt.calls()->serve(RemoteCalls::Kind::get, [&rt](dart_unit_t, Bytes call, Reply& reply) {
    return get_here(rt, call, reply);
  });
  rt.calls()->serve(RemoteCalls::Kind::atomic, [&rt](dart_unit_t, Bytes call, Reply& reply) {
    return update_here(rt, call, reply);
  });
}

}  // namespace dart
