// One-sided operations of the C interface: put, get, flush and handles.

#include <utility>

#include "api/guard.h"
#include "dash/dart/if/dart_communication.h"
#include "trace/trace.h"
#include "transfer/handle.h"
#include "transfer/transfer.h"
#include "types/datatype.h"

using dart::Direction;
using dart::guarded;
using dart::guarded_always;
using dart::Pending;
using dart::RowsRequest;
using dart::Runtime;
using dart::TransferRequest;
using dart::Transfers;

namespace {

enum class Completion { local, remote };

std::size_t bytes_of(std::size_t nelem, dart_datatype_t type)
{
  const dart::Datatype* described = dart::describe(type);
  return described == nullptr ? 0 : nelem * described->element_bytes;
}

/// Calls \c body with the transfers of the runtime.
template <class Body>
[[gnu::always_inline]] inline dart_ret_t guarded_transfer(const char* function, const Body& body)
{
  return guarded(function, [&](Runtime& rt, const char*) { return body(rt.transfers()); });
}

dart_ret_t transfer(const TransferRequest& request, const char* function)
{
  return guarded_transfer(function, [&](const Transfers& transfers) {
    Pending pending;
    return transfers.start(request, function, &pending);
  });
}

/// Calls \c start(transfers, pending), and hands out a handle of what it has started.
template <class Start>
[[gnu::always_inline]] inline dart_ret_t started_with_handle(
    dart_handle_t* handle, const char* function, const Start& start)
{
  DART_REQUIRE_POINTER(handle, function);
  *handle = DART_HANDLE_NULL;
  return guarded_transfer(function, [&](const Transfers& transfers) {
    Pending pending;
    const dart_ret_t started = start(transfers, &pending);
    return started == DART_OK ? dart::hand_out(pending, handle) : started;
  });
}

dart_ret_t transfer_with_handle(
    const TransferRequest& request, dart_handle_t* handle, const char* function)
{
  return started_with_handle(handle, function, [&](const Transfers& transfers, Pending* pending) {
    return transfers.start(request, function, pending);
  });
}

dart_ret_t transfer_rows(const RowsRequest& request, dart_handle_t* handle, const char* function)
{
  return started_with_handle(handle, function, [&](const Transfers& transfers, Pending* pending) {
    return transfers.start_rows(request, function, pending);
  });
}

dart_ret_t transfer_blocking(const TransferRequest& request, const char* function)
{
  return guarded_transfer(function, [&](const Transfers& transfers) {
    dart::trace::Scope span(
        "transfer", request.direction == Direction::put ? "put" : "get",
        dart::trace::shortest_wait_ns);
    if (span.is_taken()) span.set_bytes(bytes_of(request.elements, request.source_type));
    return transfers.complete(request, function);
  });
}

dart_ret_t flush(dart_gptr_t gptr, Completion completion, bool all_units, const char* function)
{
  return guarded_transfer(function, [=](const Transfers& transfers) {
    const dart::trace::Scope span("transfer", "flush", dart::trace::shortest_wait_ns);
    return transfers.flush(gptr, completion == Completion::remote, all_units, function);
  });
}

[[gnu::cold]] dart_ret_t refuse_handle(const char* function)
{
  dart::log(
      dart::LogLevel::error,
      "%s: the handle is of no operation in progress: it, or a copy of it, was waited for, tested "
      "or freed already, dart_exit has ended the operation, or another unit has started it",
      function);
  return DART_ERR_INVAL;
}

/// Waits for an operation, and frees its handle even if the operation has failed.
dart_ret_t wait_for(dart_handle_t* handle, Completion completion, const char* function)
{
  const auto pending = dart::handles.take(dart::token_of(std::exchange(*handle, DART_HANDLE_NULL)));
  if (!pending) [[unlikely]]
    return refuse_handle(function);
  const dart::trace::Scope span("transfer", "wait for a transfer", dart::trace::shortest_wait_ns);
  return pending->operations->wait(pending->ticket, completion == Completion::remote);
}

dart_ret_t wait(dart_handle_t* handle, Completion completion, const char* function)
{
  DART_REQUIRE_POINTER(handle, function);
  if (*handle == DART_HANDLE_NULL) return DART_OK;
  return guarded_always(
      function, [=](const char*) { return wait_for(handle, completion, function); });
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

/// Whether no operation keeps the handle from being freed.
bool is_finished(dart_handle_t handle, Completion completion)
{
  if (handle == DART_HANDLE_NULL) return true;
  // The call that frees the handles refuses one that stands for nothing.
  const Pending* pending = dart::handles.find(dart::token_of(handle));
  return pending == nullptr ||
         pending->operations->test(pending->ticket, completion == Completion::remote);
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
      if (!is_finished(handles[i], completion)) *finished = 0;
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
  return transfer({Direction::get, gptr, dest, nelem, src_type, dst_type}, __func__);
}

dart_ret_t dart_put(
    dart_gptr_t gptr, const void* src, size_t nelem, dart_datatype_t src_type,
    dart_datatype_t dst_type) DART_NOTHROW
{
  return transfer(
      {Direction::put, gptr, const_cast<void*>(src), nelem, src_type, dst_type}, __func__);
}

dart_ret_t dart_get_blocking(
    void* dest, dart_gptr_t gptr, size_t nelem, dart_datatype_t src_type,
    dart_datatype_t dst_type) DART_NOTHROW
{
  return transfer_blocking({Direction::get, gptr, dest, nelem, src_type, dst_type}, __func__);
}

dart_ret_t dart_put_blocking(
    dart_gptr_t gptr, const void* src, size_t nelem, dart_datatype_t src_type,
    dart_datatype_t dst_type) DART_NOTHROW
{
  return transfer_blocking(
      {Direction::put, gptr, const_cast<void*>(src), nelem, src_type, dst_type}, __func__);
}

dart_ret_t dart_get_handle(
    void* dest, dart_gptr_t gptr, size_t nelem, dart_datatype_t src_type, dart_datatype_t dst_type,
    dart_handle_t* handle) DART_NOTHROW
{
  return transfer_with_handle(
      {Direction::get, gptr, dest, nelem, src_type, dst_type}, handle, __func__);
}

dart_ret_t dart_put_handle(
    dart_gptr_t gptr, const void* src, size_t nelem, dart_datatype_t src_type,
    dart_datatype_t dst_type, dart_handle_t* handle) DART_NOTHROW
{
  return transfer_with_handle(
      {Direction::put, gptr, const_cast<void*>(src), nelem, src_type, dst_type}, handle, __func__);
}

dart_ret_t dart_get_rows_handle(
    void* dest, dart_gptr_t gptr, const dart_rows_t* rows, size_t n,
    dart_handle_t* handle) DART_NOTHROW
{
  return transfer_rows({Direction::get, gptr, dest, rows, n}, handle, __func__);
}

dart_ret_t dart_put_rows_handle(
    dart_gptr_t gptr, const void* src, const dart_rows_t* rows, size_t n,
    dart_handle_t* handle) DART_NOTHROW
{
  return transfer_rows({Direction::put, gptr, const_cast<void*>(src), rows, n}, handle, __func__);
}

dart_ret_t dart_copy_handle(dart_gptr_t to, dart_gptr_t from, size_t nbytes, dart_handle_t* handle)
    DART_NOTHROW
{
  const char* const function = __func__;
  return started_with_handle(handle, function, [=](const Transfers& transfers, Pending* pending) {
    return transfers.start_between(to, from, nbytes, function, pending);
  });
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
  const dart_handle_t freed = std::exchange(*handle, DART_HANDLE_NULL);
  if (freed == DART_HANDLE_NULL) return DART_OK;
  const auto pending = dart::handles.take(dart::token_of(freed));
  if (!pending) return refuse_handle(__func__);
  pending->operations->forget(pending->ticket);
  return DART_OK;
}

}  // extern "C"
