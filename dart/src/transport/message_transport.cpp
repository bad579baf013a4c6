#include "transport/message_transport.h"

#include <algorithm>
#include <cstring>
#include <vector>

#include "base/box.h"
#include "transport/memory_calls.h"
#include "types/basic_types.h"

namespace dart {
namespace {

/// Calls carry so much at most, so that the owner copies one while the next is under way.
constexpr std::size_t most_message_bytes = std::size_t(1) << 20;

template <class F>
dart_ret_t in_calls(std::size_t bytes, F f)
{
  for (std::size_t done = 0; done < bytes; done += most_message_bytes) {
    const dart_ret_t result = f(done, std::min(most_message_bytes, bytes - done));
    if (result != DART_OK) return result;
  }
  return DART_OK;
}

std::vector<CalledRows> called_rows(std::span<const RemoteRows> rows)
{
  std::vector<CalledRows> called;
  called.reserve(rows.size());
  for (const RemoteRows& some : rows) {
    called.push_back({some.address, some.bytes, some.count, some.address_stride});
  }
  return called;
}

std::size_t bytes_of_all(std::span<const RemoteRows> rows)
{
  std::size_t bytes = 0;
  for (const RemoteRows& some : rows) bytes += some.all_bytes();
  return bytes;
}

}  // namespace

dart_ret_t MessageTransport::put(
    RemoteAddress to, const void* from, std::size_t bytes, Ticket* ticket)
{
  *ticket = 0;
  const auto* data = static_cast<const std::byte*>(from);
  return in_calls(bytes, [&](std::size_t done, std::size_t some) {
    const std::uint64_t count = 1;
    const CalledRows one{to.address + done, some, 1, some};
    return calls_.call(
        to.unit.id, RemoteCalls::Kind::put,
        {bytes_of(count), bytes_of(one), RemoteCalls::Bytes(data + done, some)});
  });
}

dart_ret_t MessageTransport::get(void* to, RemoteAddress from, std::size_t bytes, Ticket* ticket)
{
  *ticket = 0;
  auto* data = static_cast<std::byte*>(to);
  return in_calls(bytes, [&](std::size_t done, std::size_t some) {
    const std::uint64_t count = 1;
    const CalledRows one{from.address + done, some, 1, some};
    return calls_.call(
        from.unit.id, RemoteCalls::Kind::get, {bytes_of(count), bytes_of(one)},
        {data + done, some});
  });
}

dart_ret_t MessageTransport::put_all(dart_global_unit_t to, std::span<const RemoteRows> rows)
{
  const std::uint64_t count = rows.size();
  const std::vector<CalledRows> called = called_rows(rows);
  std::vector<std::byte> data(bytes_of_all(rows));
  std::byte* next = data.data();
  for (const RemoteRows& some : rows) {
    copy_rows(next, some.bytes, some.buffer, some.buffer_stride, some.count, some.bytes);
    next += some.all_bytes();
  }
  return calls_.call(
      to.id, RemoteCalls::Kind::put, {bytes_of(count), std::as_bytes(std::span(called)), data});
}

dart_ret_t MessageTransport::get_all(dart_global_unit_t from, std::span<const RemoteRows> rows)
{
  const std::uint64_t count = rows.size();
  const std::vector<CalledRows> called = called_rows(rows);
  std::vector<std::byte> data(bytes_of_all(rows));
  const dart_ret_t result = calls_.call(
      from.id, RemoteCalls::Kind::get, {bytes_of(count), std::as_bytes(std::span(called))}, data);
  const std::byte* next = data.data();
  for (const RemoteRows& some : rows) {
    copy_rows(some.buffer, some.buffer_stride, next, some.bytes, some.count, some.bytes);
    next += some.all_bytes();
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

}  // namespace dart
