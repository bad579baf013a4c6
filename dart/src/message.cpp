// Messages between two units, of the C interface.

#include <algorithm>

#include "dash/dart/if/dart_communication.h"
#include "datatype.h"
#include "host_buffer.h"
#include "runtime.h"

namespace {

/// Checks a call and gives the size of its buffer.
dart_ret_t check(
    const void* buffer, size_t nelem, dart_datatype_t dtype, dart_global_unit_t unit,
    const char* function, std::size_t* bytes)
{
  DART_RUNTIME(rt, function);
  DART_REQUIRE(
      unit.id >= 0 && std::uint32_t(unit.id) < rt.units(), DART_ERR_INVAL,
      "%s: unit %d, but there are %u units", function, unit.id, rt.units());
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
  std::size_t bytes = 0;
  const dart_ret_t checked = check(sendbuf, nelem, dtype, unit, __func__, &bytes);
  if (checked != DART_OK) return checked;
  dart::Runtime& rt = *dart::runtime();
  dart::Mailbox& mailbox = rt.control().units[unit.id].mailbox;
  const dart::HostBuffer data(sendbuf, bytes, dart::HostBuffer::Content::needed);
  if (data.result() != DART_OK) return data.result();
  DART_REQUIRE(
      mailbox.put(rt.control(), rt.unit(), tag, data.get(), bytes), DART_ERR_NOMEM,
      "dart_send: no memory for a message of %zu bytes to unit %d", bytes, unit.id);
  return DART_OK;
}

dart_ret_t dart_recv(
    void* recvbuf, size_t nelem, dart_datatype_t dtype, int tag,
    dart_global_unit_t unit) DART_NOTHROW
{
  std::size_t bytes = 0;
  const dart_ret_t checked = check(recvbuf, nelem, dtype, unit, __func__, &bytes);
  if (checked != DART_OK) return checked;
  dart::Runtime& rt = *dart::runtime();
  const dart::HostBuffer data(recvbuf, bytes, dart::HostBuffer::Content::overwritten);
  const std::size_t received =
      rt.my_control().mailbox.take(rt.control(), unit.id, tag, data.get(), bytes);
  DART_REQUIRE(
      received == bytes, DART_ERR_INVAL,
      "dart_recv: message from unit %d with tag %d has %zu bytes, %zu were expected", unit.id, tag,
      received, bytes);
  return data.write_back();
}

dart_ret_t dart_sendrecv(
    const void* sendbuf, size_t send_nelem, dart_datatype_t send_dtype, int send_tag,
    dart_global_unit_t dest, void* recvbuf, size_t recv_nelem, dart_datatype_t recv_dtype,
    int recv_tag, dart_global_unit_t src) DART_NOTHROW
{
  // Sending never waits for the receiver, so the order of the two is free of deadlock.
  const dart_ret_t sent = dart_send(sendbuf, send_nelem, send_dtype, send_tag, dest);
  if (sent != DART_OK) return sent;
  return dart_recv(recvbuf, recv_nelem, recv_dtype, recv_tag, src);
}

}  // extern "C"
