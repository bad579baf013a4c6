// Messages between two units: functions of the C interface.

#include "api/guard.h"
#include "dash/dart/if/dart_communication.h"
#include "memory/host_buffer.h"
#include "types/datatype.h"

using dart::guarded;
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

}  // namespace

extern "C" {

dart_ret_t dart_send(
    const void* sendbuf, size_t nelem, dart_datatype_t dtype, int tag,
    dart_global_unit_t unit) DART_NOTHROW
{
  return guarded(__func__, [&](Runtime& rt, const char* function) {
    std::size_t bytes = 0;
    const dart_ret_t checked = check(rt, sendbuf, nelem, dtype, unit, function, &bytes);
    if (checked != DART_OK) return checked;
    const dart::HostBuffer data(
        rt.memory().devices(), sendbuf, bytes, dart::HostBuffer::Content::needed);
    if (data.result() != DART_OK) return data.result();
    const dart_ret_t sent = rt.messages().send(unit.id, tag, {data.get(), bytes});
    DART_REQUIRE(
        sent != DART_ERR_NOMEM, DART_ERR_NOMEM,
        "%s: no memory for a message of %zu bytes to unit %d", function, bytes, unit.id);
    return sent;
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
    const dart::HostBuffer data(
        rt.memory().devices(), recvbuf, bytes, dart::HostBuffer::Content::overwritten);
    const std::size_t received = rt.messages().receive(unit.id, tag, {data.get(), bytes});
    DART_REQUIRE(
        received == bytes, DART_ERR_INVAL,
        "%s: message from unit %d with tag %d has %zu bytes, %zu were expected", function, unit.id,
        tag, received, bytes);
    return data.write_back();
  });
}

dart_ret_t dart_sendrecv(
    const void* sendbuf, size_t send_nelem, dart_datatype_t send_dtype, int send_tag,
    dart_global_unit_t dest, void* recvbuf, size_t recv_nelem, dart_datatype_t recv_dtype,
    int recv_tag, dart_global_unit_t src) DART_NOTHROW
{
  // Sending never waits for the receiver, so this order is free of deadlock.
  const dart_ret_t sent = dart_send(sendbuf, send_nelem, send_dtype, send_tag, dest);
  if (sent != DART_OK) return sent;
  return dart_recv(recvbuf, recv_nelem, recv_dtype, recv_tag, src);
}

}  // extern "C"
