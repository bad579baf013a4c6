// Messages between two units: functions of the C interface.

#include "api/guard.h"
#include "dash/dart/if/dart_communication.h"
#include "memory/host_buffer.h"
#include "types/datatype.h"

using dart::guarded;
using dart::HostBuffer;
using dart::Runtime;

namespace {

/// Checks the arguments of a call and computes the size of its buffer.
dart_ret_t check(
    Runtime& rt, const void* buffer, size_t nelem, dart_datatype_t dtype, dart_global_unit_t unit,
    const char* function, std::size_t* bytes)
{
  DART_REQUIRE(
      rt.units().contains(unit.id), DART_ERR_INVAL, "%s: unit %d, but there are %u units", function,
      unit.id, rt.units().count());
  if (!dart::contiguous_bytes(nelem, dtype, function, bytes)) return DART_ERR_INVAL;
  DART_REQUIRE(
      buffer != nullptr || *bytes == 0, DART_ERR_INVAL, "%s: the buffer is null", function);
  return DART_OK;
}

/// Refuses a message that alone would exceed the memory of its sender.
dart_ret_t check_size(Runtime& rt, std::size_t bytes, dart_global_unit_t unit, const char* function)
{
  const std::uint64_t limit = rt.memory().heap(DART_MEMORY_HOST).limit();
  DART_REQUIRE(
      bytes <= limit, DART_ERR_NOMEM,
      "%s: a message of %zu bytes to unit %d exceeds the limit of this unit's global memory, %llu "
      "bytes (dartrun --heap, DART_HEAP); send parts, or raise the limit",
      function, bytes, unit.id, static_cast<unsigned long long>(limit));
  return DART_OK;
}

/// The result of a send, after a message.
dart_ret_t say_sent(
    dart_ret_t sent, std::size_t bytes, dart_global_unit_t unit, const char* function)
{
  DART_REQUIRE(
      sent != DART_ERR_NOMEM, DART_ERR_NOMEM,
      "%s: the host of unit %d has no memory for a message of %zu bytes", function, unit.id, bytes);
  return sent;
}

/// The result of a receive, after a message.
dart_ret_t say_received(
    std::size_t received, std::size_t bytes, int tag, dart_global_unit_t unit, const char* function)
{
  DART_REQUIRE(
      received == bytes, DART_ERR_INVAL,
      "%s: message from unit %d with tag %d has %zu bytes, %zu were expected", function, unit.id,
      tag, received, bytes);
  return DART_OK;
}

}  // namespace

extern "C" {

dart_ret_t dart_send(
    const void* sendbuf, size_t nelem, dart_datatype_t dtype, int tag,
    dart_global_unit_t unit) DART_NOTHROW
{
  return guarded(__func__, [&](Runtime& rt, const char* function) {
    std::size_t bytes = 0;
    dart_ret_t checked = check(rt, sendbuf, nelem, dtype, unit, function, &bytes);
    if (checked == DART_OK) checked = check_size(rt, bytes, unit, function);
    if (checked != DART_OK) return checked;
    const HostBuffer data(rt.memory().devices(), sendbuf, bytes, HostBuffer::Content::needed);
    if (data.result() != DART_OK) return data.result();
    return say_sent(rt.messages().send(unit.id, tag, {data.get(), bytes}), bytes, unit, function);
  });
}

dart_ret_t dart_recv(
    void* recvbuf, size_t nelem, dart_datatype_t dtype, int tag,
    dart_global_unit_t unit) DART_NOTHROW
{
  return guarded(__func__, [&](Runtime& rt, const char* function) {
    std::size_t bytes = 0;
    const dart_ret_t checked = check(rt, recvbuf, nelem, dtype, unit, function, &bytes);
    if (checked != DART_OK) return checked;
    const HostBuffer data(rt.memory().devices(), recvbuf, bytes, HostBuffer::Content::overwritten);
    const std::size_t received = rt.messages().receive(unit.id, tag, {data.get(), bytes});
    const dart_ret_t result = say_received(received, bytes, tag, unit, function);
    return result == DART_OK ? data.write_back() : result;
  });
}

dart_ret_t dart_sendrecv(
    const void* sendbuf, size_t send_nelem, dart_datatype_t send_dtype, int send_tag,
    dart_global_unit_t dest, void* recvbuf, size_t recv_nelem, dart_datatype_t recv_dtype,
    int recv_tag, dart_global_unit_t src) DART_NOTHROW
{
  return guarded(__func__, [&](Runtime& rt, const char* function) {
    std::size_t send_bytes = 0, receive_bytes = 0;
    dart_ret_t checked = check(rt, sendbuf, send_nelem, send_dtype, dest, function, &send_bytes);
    if (checked == DART_OK) checked = check_size(rt, send_bytes, dest, function);
    if (checked == DART_OK) {
      checked = check(rt, recvbuf, recv_nelem, recv_dtype, src, function, &receive_bytes);
    }
    if (checked != DART_OK) return checked;
    dart::DeviceSpace* const devices = rt.memory().devices();
    const HostBuffer data(devices, sendbuf, send_bytes, HostBuffer::Content::needed);
    if (data.result() != DART_OK) return data.result();
    const HostBuffer buffer(devices, recvbuf, receive_bytes, HostBuffer::Content::overwritten);
    std::size_t received = 0;
    const dart_ret_t sent = rt.messages().send_and_receive(
        dest.id, send_tag, {data.get(), send_bytes}, src.id, recv_tag,
        {buffer.get(), receive_bytes}, &received);
    if (sent != DART_OK) return say_sent(sent, send_bytes, dest, function);
    const dart_ret_t result = say_received(received, receive_bytes, recv_tag, src, function);
    return result == DART_OK ? buffer.write_back() : result;
  });
}

}  // extern "C"
