// One-sided operations of the C interface: put, get, flush and handles.

#include <atomic>

#include "dash/dart/if/dart_communication.h"
#include "runtime/runtime.h"
#include "trace/trace.h"
#include "transfer/datatype.h"
#include "transfer/handle.h"
#include "transfer/target.h"
#include "transfer/transfer.h"

using dart::Direction;
using dart::Pending;

namespace {

enum class Completion { local, remote };

std::size_t bytes_of(std::size_t nelem, dart_datatype_t type)
{
  const dart::Datatype* described = dart::describe(type);
  return described == nullptr ? 0 : nelem * described->element_bytes;
}

dart_ret_t transfer_with_handle(
    Direction direction, dart_gptr_t gptr, void* buffer, size_t nelem, dart_datatype_t src_type,
    dart_datatype_t dst_type, dart_handle_t* handle, const char* function)
{
  DART_REQUIRE(handle != nullptr, DART_ERR_INVAL, "%s: handle is null", function);
  *handle = DART_HANDLE_NULL;
  Pending pending;
  const dart_ret_t started =
      dart::start_transfer(direction, gptr, buffer, nelem, src_type, dst_type, function, &pending);
  if (started == DART_OK && pending.ticket != 0) *handle = new dart_handle_struct{pending};
  return started;
}

dart_ret_t transfer_blocking(
    Direction direction, dart_gptr_t gptr, void* buffer, size_t nelem, dart_datatype_t src_type,
    dart_datatype_t dst_type, const char* function)
{
  dart::trace::Scope span(
      "transfer", direction == Direction::put ? "put" : "get", dart::trace::shortest_wait_ns);
  if (span.is_taken()) span.set_bytes(bytes_of(nelem, src_type));
  Pending pending;
  const dart_ret_t started =
      dart::start_transfer(direction, gptr, buffer, nelem, src_type, dst_type, function, &pending);
  if (started != DART_OK || pending.ticket == 0) return started;
  return pending.transport->wait(pending.ticket, true);
}

dart_ret_t flush(dart_gptr_t gptr, Completion completion, bool all_units, const char* function)
{
  DART_RUNTIME(rt, function);
  const dart::trace::Scope span("transfer", "flush", dart::trace::shortest_wait_ns);
  const dart::Segment* segment = dart::find_segment(rt, gptr, function);
  if (segment == nullptr) return DART_ERR_INVAL;
  const dart::Team& team = *rt.team(gptr.teamid);
  if (!all_units && !team.contains(gptr.unitid)) return dart::refuse(rt, gptr, function);
  // Loads and stores to mapped memory are complete but for their order …
  std::atomic_thread_fence(std::memory_order_seq_cst);
  // … unless the local buffer was device memory.
  if (rt.devices() != nullptr) {
    const dart_ret_t flushed = rt.devices()->flush();
    if (flushed != DART_OK) return flushed;
  }
  const std::uint32_t first = all_units ? 0 : gptr.unitid;
  const std::uint32_t end = all_units ? team.size() : first + 1;
  for (std::uint32_t unit = first; unit < end; ++unit) {
    const dart::Segment::Part& part = segment->parts[unit];
    if (part.mapped != nullptr || part.transport == rt.device_transport()) continue;
    const dart_global_unit_t target(team.global_id(unit));
    const dart_ret_t flushed = part.transport->flush(target, completion == Completion::remote);
    if (flushed != DART_OK) return flushed;
  }
  return DART_OK;
}

dart_ret_t wait(dart_handle_t* handle, Completion completion)
{
  DART_REQUIRE(handle != nullptr, DART_ERR_INVAL, "dart_wait: handle is null");
  if (*handle == DART_HANDLE_NULL) return DART_OK;
  const dart::trace::Scope span("transfer", "wait for a transfer", dart::trace::shortest_wait_ns);
  const Pending& pending = (*handle)->pending;
  const dart_ret_t waited =
      pending.transport->wait(pending.ticket, completion == Completion::remote);
  delete *handle;
  *handle = DART_HANDLE_NULL;
  return waited;
}

dart_ret_t wait_all(dart_handle_t handles[], size_t n, Completion completion)
{
  DART_REQUIRE(handles != nullptr || n == 0, DART_ERR_INVAL, "dart_waitall: handles is null");
  dart_ret_t result = DART_OK;
  for (size_t i = 0; i < n; ++i) {
    const dart_ret_t waited = wait(&handles[i], completion);
    if (result == DART_OK) result = waited;
  }
  return result;
}

/// Frees the handles if all operations are complete.
dart_ret_t test_all(dart_handle_t handles[], size_t n, Completion completion, int32_t* finished)
{
  DART_REQUIRE(finished != nullptr, DART_ERR_INVAL, "dart_test: the result is null");
  *finished = 1;
  if (handles == nullptr) return DART_OK;
  for (size_t i = 0; i < n; ++i) {
    if (handles[i] == DART_HANDLE_NULL) continue;
    const Pending& pending = handles[i]->pending;
    if (!pending.transport->test(pending.ticket, completion == Completion::remote)) *finished = 0;
  }
  return *finished != 0 ? wait_all(handles, n, completion) : DART_OK;
}

}  // namespace

extern "C" {

dart_ret_t dart_get(
    void* dest, dart_gptr_t gptr, size_t nelem, dart_datatype_t src_type,
    dart_datatype_t dst_type) DART_NOTHROW
{
  Pending pending;
  return dart::start_transfer(
      Direction::get, gptr, dest, nelem, src_type, dst_type, __func__, &pending);
}

dart_ret_t dart_put(
    dart_gptr_t gptr, const void* src, size_t nelem, dart_datatype_t src_type,
    dart_datatype_t dst_type) DART_NOTHROW
{
  Pending pending;
  return dart::start_transfer(
      Direction::put, gptr, const_cast<void*>(src), nelem, src_type, dst_type, __func__, &pending);
}

dart_ret_t dart_get_blocking(
    void* dest, dart_gptr_t gptr, size_t nelem, dart_datatype_t src_type,
    dart_datatype_t dst_type) DART_NOTHROW
{
  return transfer_blocking(Direction::get, gptr, dest, nelem, src_type, dst_type, __func__);
}

dart_ret_t dart_put_blocking(
    dart_gptr_t gptr, const void* src, size_t nelem, dart_datatype_t src_type,
    dart_datatype_t dst_type) DART_NOTHROW
{
  return transfer_blocking(
      Direction::put, gptr, const_cast<void*>(src), nelem, src_type, dst_type, __func__);
}

dart_ret_t dart_get_handle(
    void* dest, dart_gptr_t gptr, size_t nelem, dart_datatype_t src_type, dart_datatype_t dst_type,
    dart_handle_t* handle) DART_NOTHROW
{
  return transfer_with_handle(
      Direction::get, gptr, dest, nelem, src_type, dst_type, handle, __func__);
}

dart_ret_t dart_put_handle(
    dart_gptr_t gptr, const void* src, size_t nelem, dart_datatype_t src_type,
    dart_datatype_t dst_type, dart_handle_t* handle) DART_NOTHROW
{
  return transfer_with_handle(
      Direction::put, gptr, const_cast<void*>(src), nelem, src_type, dst_type, handle, __func__);
}

dart_ret_t dart_flush(dart_gptr_t gptr) DART_NOTHROW
{
  return flush(gptr, Completion::remote, false, __func__);
}

dart_ret_t dart_flush_all(dart_gptr_t gptr) DART_NOTHROW
{
  return flush(gptr, Completion::remote, true, __func__);
}

dart_ret_t dart_flush_local(dart_gptr_t gptr) DART_NOTHROW
{
  return flush(gptr, Completion::local, false, __func__);
}

dart_ret_t dart_flush_local_all(dart_gptr_t gptr) DART_NOTHROW
{
  return flush(gptr, Completion::local, true, __func__);
}

dart_ret_t dart_wait(dart_handle_t* handle) DART_NOTHROW
{
  return wait(handle, Completion::remote);
}

dart_ret_t dart_wait_local(dart_handle_t* handle) DART_NOTHROW
{
  return wait(handle, Completion::local);
}

dart_ret_t dart_waitall(dart_handle_t handles[], size_t n) DART_NOTHROW
{
  return wait_all(handles, n, Completion::remote);
}

dart_ret_t dart_waitall_local(dart_handle_t handles[], size_t n) DART_NOTHROW
{
  return wait_all(handles, n, Completion::local);
}

dart_ret_t dart_test(dart_handle_t* handleptr, int32_t* is_finished) DART_NOTHROW
{
  return test_all(handleptr, 1, Completion::remote, is_finished);
}

dart_ret_t dart_test_local(dart_handle_t* handle, int32_t* result) DART_NOTHROW
{
  return test_all(handle, 1, Completion::local, result);
}

dart_ret_t dart_testall(dart_handle_t handles[], size_t n, int32_t* is_finished) DART_NOTHROW
{
  return test_all(handles, n, Completion::remote, is_finished);
}

dart_ret_t dart_testall_local(dart_handle_t handles[], size_t n, int32_t* result) DART_NOTHROW
{
  return test_all(handles, n, Completion::local, result);
}

dart_ret_t dart_handle_free(dart_handle_t* handle) DART_NOTHROW
{
  DART_REQUIRE(handle != nullptr, DART_ERR_INVAL, "dart_handle_free: handle is null");
  delete *handle;
  *handle = DART_HANDLE_NULL;
  return DART_OK;
}

}  // extern "C"
