// One-sided operations of the C interface: put, get, flush and handles.

#include <atomic>
#include <memory>
#include <new>
#include <utility>

#include "api/guard.h"
#include "dash/dart/if/dart_communication.h"
#include "runtime/runtime.h"
#include "trace/trace.h"
#include "transfer/datatype.h"
#include "transfer/handle.h"
#include "transfer/target.h"
#include "transfer/transfer.h"

using dart::Direction;
using dart::guarded;
using dart::guarded_always;
using dart::Pending;
using dart::Runtime;

namespace {

enum class Completion { local, remote };

std::size_t bytes_of(std::size_t nelem, dart_datatype_t type)
{
  const dart::Datatype* described = dart::describe(type);
  return described == nullptr ? 0 : nelem * described->element_bytes;
}

dart_ret_t transfer(
    Direction direction, dart_gptr_t gptr, void* buffer, size_t nelem, dart_datatype_t src_type,
    dart_datatype_t dst_type, const char* function)
{
  return guarded(function, [=](Runtime& rt, const char*) {
    Pending pending;
    return dart::start_transfer(
        rt, direction, gptr, buffer, nelem, src_type, dst_type, function, &pending);
  });
}

dart_ret_t transfer_with_handle(
    Direction direction, dart_gptr_t gptr, void* buffer, size_t nelem, dart_datatype_t src_type,
    dart_datatype_t dst_type, dart_handle_t* handle, const char* function)
{
  DART_REQUIRE_POINTER(handle, function);
  *handle = DART_HANDLE_NULL;
  return guarded(function, [=](Runtime& rt, const char*) {
    Pending pending;
    const dart_ret_t started = dart::start_transfer(
        rt, direction, gptr, buffer, nelem, src_type, dst_type, function, &pending);
    if (started != DART_OK || pending.ticket == 0) return started;
    *handle = new (std::nothrow) dart_handle_struct{pending};
    // If there is no memory for a handle, the operation is completed now.
    return *handle != nullptr ? DART_OK : pending.transport->wait(pending.ticket, true);
  });
}

dart_ret_t transfer_blocking(
    Direction direction, dart_gptr_t gptr, void* buffer, size_t nelem, dart_datatype_t src_type,
    dart_datatype_t dst_type, const char* function)
{
  return guarded(function, [=](Runtime& rt, const char*) {
    dart::trace::Scope span(
        "transfer", direction == Direction::put ? "put" : "get", dart::trace::shortest_wait_ns);
    if (span.is_taken()) span.set_bytes(bytes_of(nelem, src_type));
    Pending pending;
    const dart_ret_t started = dart::start_transfer(
        rt, direction, gptr, buffer, nelem, src_type, dst_type, function, &pending);
    if (started != DART_OK || pending.ticket == 0) return started;
    return pending.transport->wait(pending.ticket, true);
  });
}

/// Completes operations on the parts of some units.
dart_ret_t flush_parts(
    Runtime& rt, const dart::Team& team, const dart::Segment& segment, std::uint32_t first,
    std::uint32_t end, Completion completion)
{
  // Loads and stores to mapped memory are complete; only their order has to be ensured.
  std::atomic_thread_fence(std::memory_order_seq_cst);
  // If the local buffer was device memory, copies may be in progress.
  if (rt.devices() != nullptr) {
    const dart_ret_t flushed = rt.devices()->flush();
    if (flushed != DART_OK) return flushed;
  }
  for (std::uint32_t unit = first; unit < end; ++unit) {
    const dart::Segment::Part& part = segment.parts[unit];
    if (part.mapped != nullptr || part.transport == rt.device_transport()) continue;
    const dart_global_unit_t target(team.global_id(unit));
    const dart_ret_t flushed = part.transport->flush(target, completion == Completion::remote);
    if (flushed != DART_OK) return flushed;
  }
  return DART_OK;
}

dart_ret_t flush(dart_gptr_t gptr, Completion completion, bool all_units, const char* function)
{
  return guarded(function, [=](Runtime& rt, const char*) {
    const dart::trace::Scope span("transfer", "flush", dart::trace::shortest_wait_ns);
    const dart::Segment* segment = dart::find_segment(rt, gptr, function);
    if (segment == nullptr) return DART_ERR_INVAL;
    const dart::Team& team = *rt.team(gptr.teamid);
    if (!all_units && !team.contains(gptr.unitid)) return dart::refuse(rt, gptr, function);
    const std::uint32_t first = all_units ? 0 : gptr.unitid;
    const std::uint32_t end = all_units ? team.size() : first + 1;
    return flush_parts(rt, team, *segment, first, end, completion);
  });
}

/// Waits for an operation, and frees its handle even if the operation has failed.
dart_ret_t wait_for(dart_handle_t* handle, Completion completion)
{
  const std::unique_ptr<dart_handle_struct> operation(std::exchange(*handle, DART_HANDLE_NULL));
  if (operation == nullptr) return DART_OK;
  const dart::trace::Scope span("transfer", "wait for a transfer", dart::trace::shortest_wait_ns);
  const Pending& pending = operation->pending;
  return pending.transport->wait(pending.ticket, completion == Completion::remote);
}

dart_ret_t wait(dart_handle_t* handle, Completion completion, const char* function)
{
  DART_REQUIRE_POINTER(handle, function);
  return guarded_always(function, [=](const char*) { return wait_for(handle, completion); });
}

/// Waits for all operations, even after one has failed. \return the first error
dart_ret_t wait_all(dart_handle_t handles[], size_t n, Completion completion, const char* function)
{
  DART_REQUIRE(handles != nullptr || n == 0, DART_ERR_INVAL, "%s: handles is null", function);
  dart_ret_t result = DART_OK;
  for (size_t i = 0; i < n; ++i) {
    const dart_ret_t waited = wait(&handles[i], completion, function);
    if (result == DART_OK) result = waited;
  }
  return result;
}

/// Frees the handles if all operations are complete.
dart_ret_t test_all(
    dart_handle_t handles[], size_t n, Completion completion, int32_t* finished,
    const char* function)
{
  DART_REQUIRE(finished != nullptr, DART_ERR_INVAL, "%s: the result is null", function);
  *finished = 1;
  if (handles == nullptr) return DART_OK;
  return guarded_always(function, [=](const char*) {
    for (size_t i = 0; i < n; ++i) {
      if (handles[i] == DART_HANDLE_NULL) continue;
      const Pending& pending = handles[i]->pending;
      if (!pending.transport->test(pending.ticket, completion == Completion::remote)) *finished = 0;
    }
    return *finished != 0 ? wait_all(handles, n, completion, function) : DART_OK;
  });
}

}  // namespace

extern "C" {

dart_ret_t dart_get(
    void* dest, dart_gptr_t gptr, size_t nelem, dart_datatype_t src_type,
    dart_datatype_t dst_type) DART_NOTHROW
{
  return transfer(Direction::get, gptr, dest, nelem, src_type, dst_type, __func__);
}

dart_ret_t dart_put(
    dart_gptr_t gptr, const void* src, size_t nelem, dart_datatype_t src_type,
    dart_datatype_t dst_type) DART_NOTHROW
{
  return transfer(
      Direction::put, gptr, const_cast<void*>(src), nelem, src_type, dst_type, __func__);
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
  return wait(handle, Completion::remote, __func__);
}

dart_ret_t dart_wait_local(dart_handle_t* handle) DART_NOTHROW
{
  return wait(handle, Completion::local, __func__);
}

dart_ret_t dart_waitall(dart_handle_t handles[], size_t n) DART_NOTHROW
{
  return wait_all(handles, n, Completion::remote, __func__);
}

dart_ret_t dart_waitall_local(dart_handle_t handles[], size_t n) DART_NOTHROW
{
  return wait_all(handles, n, Completion::local, __func__);
}

dart_ret_t dart_test(dart_handle_t* handleptr, int32_t* is_finished) DART_NOTHROW
{
  return test_all(handleptr, 1, Completion::remote, is_finished, __func__);
}

dart_ret_t dart_test_local(dart_handle_t* handle, int32_t* result) DART_NOTHROW
{
  return test_all(handle, 1, Completion::local, result, __func__);
}

dart_ret_t dart_testall(dart_handle_t handles[], size_t n, int32_t* is_finished) DART_NOTHROW
{
  return test_all(handles, n, Completion::remote, is_finished, __func__);
}

dart_ret_t dart_testall_local(dart_handle_t handles[], size_t n, int32_t* result) DART_NOTHROW
{
  return test_all(handles, n, Completion::local, result, __func__);
}

dart_ret_t dart_handle_free(dart_handle_t* handle) DART_NOTHROW
{
  DART_REQUIRE_POINTER(handle, __func__);
  delete *handle;
  *handle = DART_HANDLE_NULL;
  return DART_OK;
}

}  // extern "C"
