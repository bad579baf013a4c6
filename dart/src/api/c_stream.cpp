// Streams of the C interface.

#include <utility>
#include <vector>

#include "api/stream_guard.h"
#include "dash/dart/if/dart_stream.h"

using dart::Direction;
using dart::guarded;
using dart::guarded_together;
using dart::refuse_stream;
using dart::Runtime;
using dart::Stream;
using dart::Team;
using dart::with_stream;

namespace {

dart_ret_t create(const char* name, void* native, dart_stream_t* stream)
{
  DART_REQUIRE_POINTER(stream, name);
  *stream = DART_STREAM_NULL;
  return guarded(name, [=](Runtime& rt, const char* function) {
    return rt.streams().create(native, stream, function);
  });
}

dart_ret_t transfer(const char* name, dart_stream_t id, const dart::TransferRequest& request)
{
  return with_stream(name, id, [&](Runtime& rt, Stream& stream, const char* function) {
    return rt.streams().transfer(stream, request, function);
  });
}

dart_ret_t put_notify(const char* name, dart_stream_t id, const dart::NotifiedPut& put)
{
  return with_stream(name, id, [&](Runtime& rt, Stream& stream, const char* function) {
    const dart_ret_t checked = dart::Notifications::check(put, function);
    return checked == DART_OK ? rt.streams().put_notify(stream, put, function) : checked;
  });
}

dart_ret_t update(
    const char* name, dart_stream_t id, dart_gptr_t gptr, const dart::AtomicRequest& request)
{
  return with_stream(name, id, [&](Runtime& rt, Stream& stream, const char* function) {
    return rt.streams().update(stream, gptr, request, function);
  });
}

}  // namespace

extern "C" {

dart_ret_t dart_stream_create(dart_stream_t* stream) DART_NOTHROW
{
  return create(__func__, nullptr, stream);
}

dart_ret_t dart_stream_attach(void* native, dart_stream_t* stream) DART_NOTHROW
{
  DART_REQUIRE_POINTER(native, __func__);
  return create(__func__, native, stream);
}

dart_ret_t dart_stream_destroy(dart_stream_t* stream) DART_NOTHROW
{
  DART_REQUIRE_POINTER(stream, __func__);
  const dart_stream_t ended = std::exchange(*stream, DART_STREAM_NULL);
  if (ended == DART_STREAM_NULL) return DART_OK;
  return guarded(__func__, [=](Runtime&, const char* function) {
    const auto taken = dart::stream_table.take(dart::token_of(ended));
    return taken ? taken->wait() : refuse_stream(function);
  });
}

dart_ret_t dart_stream_native(dart_stream_t stream, void** native) DART_NOTHROW
{
  DART_REQUIRE_POINTER(native, __func__);
  *native = nullptr;
  return with_stream(__func__, stream, [&](Runtime&, Stream& found, const char*) {
    if (found.device != nullptr) *native = found.device->native();
    return DART_OK;
  });
}

dart_ret_t dart_stream_is_captured(dart_stream_t stream, int32_t* captured) DART_NOTHROW
{
  DART_REQUIRE_POINTER(captured, __func__);
  *captured = 0;
  return with_stream(__func__, stream, [&](Runtime&, Stream& found, const char*) {
    *captured = found.device != nullptr && found.device->is_captured() ? 1 : 0;
    return DART_OK;
  });
}

dart_ret_t dart_stream_wait(dart_stream_t stream) DART_NOTHROW
{
  return with_stream(
      __func__, stream, [](Runtime&, const Stream& found, const char*) { return found.wait(); });
}

dart_ret_t dart_stream_test(dart_stream_t stream, int32_t* complete) DART_NOTHROW
{
  DART_REQUIRE_POINTER(complete, __func__);
  *complete = 0;
  return with_stream(__func__, stream, [&](Runtime&, Stream& found, const char*) {
    *complete = found.queue->test() ? 1 : 0;
    return DART_OK;
  });
}

dart_ret_t dart_stream_call(dart_stream_t stream, dart_stream_function_t function, void* argument)
    DART_NOTHROW
{
  DART_REQUIRE_POINTER(function, __func__);
  return with_stream(__func__, stream, [=](Runtime& rt, Stream& found, const char*) {
    return rt.streams().call(found, function, argument);
  });
}

dart_ret_t dart_stream_put(
    dart_stream_t stream, dart_gptr_t gptr, const void* src, size_t nelem, dart_datatype_t src_type,
    dart_datatype_t dst_type) DART_NOTHROW
{
  return transfer(
      __func__, stream, {Direction::put, gptr, const_cast<void*>(src), nelem, src_type, dst_type});
}

dart_ret_t dart_stream_get(
    dart_stream_t stream, void* dest, dart_gptr_t gptr, size_t nelem, dart_datatype_t src_type,
    dart_datatype_t dst_type) DART_NOTHROW
{
  return transfer(__func__, stream, {Direction::get, gptr, dest, nelem, src_type, dst_type});
}

dart_ret_t dart_stream_copy_boxes(
    dart_stream_t stream, const dart_box_copy_t* copies, size_t ncopies) DART_NOTHROW
{
  DART_REQUIRE(
      copies != nullptr || ncopies == 0, DART_ERR_INVAL, "dart_stream_copy_boxes: copies is null");
  return with_stream(__func__, stream, [=](Runtime& rt, Stream& found, const char* function) {
    for (size_t k = 0; k < ncopies; ++k) {
      const dart_box_copy_t& copy = copies[k];
      DART_REQUIRE(
          copy.dimensions != nullptr || copy.ndimensions == 0, DART_ERR_INVAL,
          "%s: copy %zu: dimensions is null", function, k);
      const dart::Box box(copy.nbytes, {copy.dimensions, copy.dimensions + copy.ndimensions});
      DART_REQUIRE(
          box.is_empty() || (copy.to != nullptr && copy.from != nullptr), DART_ERR_INVAL,
          "%s: copy %zu: an address is null", function, k);
      const dart_ret_t added = rt.streams().copy_box(found, copy.to, copy.from, box, function);
      if (added != DART_OK) return added;
    }
    return DART_OK;
  });
}

dart_ret_t dart_stream_put_notify(
    dart_stream_t stream, dart_gptr_t gptr, const void* src, size_t nelem, dart_datatype_t dtype,
    dart_gptr_t flag, uint64_t value) DART_NOTHROW
{
  return put_notify(
      __func__, stream, {gptr, src, nelem, dtype, flag, value, dart::FlagUpdate::set});
}

dart_ret_t dart_stream_put_notify_add(
    dart_stream_t stream, dart_gptr_t gptr, const void* src, size_t nelem, dart_datatype_t dtype,
    dart_gptr_t flag, uint64_t value) DART_NOTHROW
{
  return put_notify(
      __func__, stream, {gptr, src, nelem, dtype, flag, value, dart::FlagUpdate::add});
}

dart_ret_t dart_stream_notify_wait(
    dart_stream_t stream, dart_gptr_t flag, dart_flag_condition_t condition,
    uint64_t value) DART_NOTHROW
{
  return with_stream(__func__, stream, [=](Runtime& rt, Stream& found, const char* function) {
    const dart::FlagCondition expected{condition, value};
    DART_REQUIRE(
        expected.is_known(), DART_ERR_INVAL, "%s: there is no condition %d", function, condition);
    return rt.streams().await_flag(found, flag, expected, function);
  });
}

dart_ret_t dart_stream_notify_reset(dart_stream_t stream, dart_gptr_t flag) DART_NOTHROW
{
  return with_stream(__func__, stream, [=](Runtime& rt, Stream& found, const char* function) {
    return rt.streams().reset_flag(found, flag, function);
  });
}

dart_ret_t dart_stream_fetch_and_op(
    dart_stream_t stream, dart_gptr_t gptr, const void* value, void* result, size_t nelem,
    dart_datatype_t dtype, dart_operation_t op) DART_NOTHROW
{
  DART_REQUIRE(op != DART_OP_UNDEFINED, DART_ERR_INVAL, "%s: undefined operation", __func__);
  return update(__func__, stream, gptr, {dtype, nelem, op, value, nullptr, result});
}

dart_ret_t dart_stream_compare_and_swap(
    dart_stream_t stream, dart_gptr_t gptr, const void* value, const void* compare, void* result,
    dart_datatype_t dtype) DART_NOTHROW
{
  DART_REQUIRE(
      value != nullptr && compare != nullptr && result != nullptr, DART_ERR_INVAL,
      "%s: null argument", __func__);
  return update(__func__, stream, gptr, {dtype, 1, DART_OP_UNDEFINED, value, compare, result});
}

dart_ret_t dart_stream_barrier(dart_stream_t stream, dart_team_t teamid) DART_NOTHROW
{
  return guarded_together(__func__, teamid, [&](Runtime& rt, Team& team, const char* function) {
    Stream* const found = dart::stream_table.find(dart::token_of(stream));
    return found == nullptr ? refuse_stream(function)
                            : rt.streams().barrier(*found, team, function);
  });
}

}  // extern "C"
