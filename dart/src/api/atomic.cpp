#include "transfer/atomic.h"

#include <atomic>
#include <cstring>
#include <mutex>

#include "api/guard.h"
#include "dash/dart/if/dart_communication.h"
#include "runtime/runtime.h"
#include "transfer/datatype.h"
#include "transfer/exclusive_update.h"
#include "transfer/host_buffer.h"
#include "transfer/target.h"

namespace dart {
namespace {

template <class T>
T fetch_and_update(std::atomic_ref<T> target, const AtomicRequest& request, T operand)
{
  switch (request.operation) {
    case DART_OP_NO_OP:
      return target.load();
    case DART_OP_REPLACE:
      return target.exchange(operand);
    case DART_OP_SUM:
      if constexpr (std::is_integral_v<T>) return target.fetch_add(operand);
      [[fallthrough]];
    default: {
      T old = target.load();
      while (!target.compare_exchange_weak(old, updated(request.operation, old, operand, T{}))) {
      }
      return old;
    }
  }
}

template <class T>
void apply_by_instructions(T* target, const AtomicRequest& request)
{
  for (std::size_t i = 0; i < request.elements; ++i) {
    std::atomic_ref<T> word(target[i]);
    const T operand = element<T>(request.operand, i);
    if (request.operation == DART_OP_UNDEFINED) {
      T expected = element<T>(request.compare, i);
      word.compare_exchange_strong(expected, operand);
      store_result(request, i, expected);
    } else {
      store_result(request, i, fetch_and_update(word, request, operand));
    }
  }
}

/// The lock for elements at an address, for operations that no instruction supports.
SpinLock& lock_of(const void* target)
{
  const auto line = reinterpret_cast<std::uintptr_t>(target) / 64;
  return runtime()->control().atomic_lock[line % Control::atomic_locks];
}

}  // namespace

void apply_atomically(void* target, const AtomicRequest& request)
{
  const auto address = reinterpret_cast<std::uintptr_t>(target);
  with_basic_type(request.type, [&]<class T>(T) {
    if constexpr (std::atomic_ref<T>::is_always_lock_free) {
      if (address % std::atomic_ref<T>::required_alignment == 0) {
        apply_by_instructions(static_cast<T*>(target), request);
        return;
      }
    }
    T* elements = static_cast<T*>(target);
    for (std::size_t i = 0; i < request.elements; ++i) {
      std::lock_guard guard(lock_of(elements + i));
      apply_one<T>(elements + i, i, request);
    }
  });
}

namespace {

dart_ret_t check(const AtomicRequest& request, const char* function)
{
  DART_REQUIRE(is_basic(request.type), DART_ERR_INVAL, "%s: needs a basic data type", function);
  const bool applicable = with_basic_type(request.type, [&]<class T>(T) {
    if (request.operation == DART_OP_UNDEFINED) return std::is_integral_v<T>;
    return request.operation == DART_OP_NO_OP || request.operation == DART_OP_REPLACE ||
           combines<T>(request.operation);
  });
  DART_REQUIRE(
      applicable, DART_ERR_INVAL, "%s: operation %zu is not possible atomically on data type %ld",
      function, static_cast<std::size_t>(request.operation), static_cast<long>(request.type));
  DART_REQUIRE(
      request.elements == 0 || request.operand != nullptr || request.operation == DART_OP_NO_OP,
      DART_ERR_INVAL, "%s: the value is null", function);
  return DART_OK;
}

dart_ret_t perform(
    Runtime& rt, dart_gptr_t gptr, const AtomicRequest& request, const char* function)
{
  dart_ret_t checked = check(request, function);
  if (checked != DART_OK) return checked;
  Target target{};
  std::size_t bytes = 0;
  if (!contiguous_bytes(request.elements, request.type, function, &bytes)) return DART_ERR_INVAL;
  checked = resolve(rt, gptr, bytes, function, &target);
  if (checked != DART_OK) return checked;
  const std::uint64_t offset = gptr.addr_or_offs.offset;
  Transport* transport = rt.atomic_transport(*target.part, target.unit.id, request.type);
  if (transport != nullptr) return transport->atomic(target.remote(offset), request);
  apply_atomically(target.part->mapped + offset, request);
  return DART_OK;
}

/// Performs an operation for a user; the request's buffers may be in device memory.
dart_ret_t perform_for_user(
    Runtime& rt, dart_gptr_t gptr, AtomicRequest request, const char* function)
{
  const bool has_device_buffers = rt.is_device(request.operand) || rt.is_device(request.compare) ||
                                  rt.is_device(request.result);
  if (!has_device_buffers || !is_basic(request.type)) return perform(rt, gptr, request, function);
  std::size_t bytes = 0;
  if (!contiguous_bytes(request.elements, request.type, function, &bytes)) return DART_ERR_INVAL;
  const HostBuffer operand(request.operand, bytes, HostBuffer::Content::needed);
  const HostBuffer compare(request.compare, bytes, HostBuffer::Content::needed);
  const HostBuffer result(request.result, bytes, HostBuffer::Content::overwritten);
  for (const dart_ret_t read : {operand.result(), compare.result()}) {
    if (read != DART_OK) return read;
  }
  request.operand = operand.get();
  request.compare = compare.get();
  request.result = result.get();
  const dart_ret_t performed = perform(rt, gptr, request, function);
  return performed == DART_OK ? result.write_back() : performed;
}

dart_ret_t guarded_update(dart_gptr_t gptr, const AtomicRequest& request, const char* function)
{
  return guarded(function, [&](Runtime& rt, const char*) {
    return perform_for_user(rt, gptr, request, function);
  });
}

}  // namespace
}  // namespace dart

extern "C" {

dart_ret_t dart_accumulate(
    dart_gptr_t gptr, const void* values, size_t nelem, dart_datatype_t dtype,
    dart_operation_t op) DART_NOTHROW
{
  DART_REQUIRE(op != DART_OP_UNDEFINED, DART_ERR_INVAL, "dart_accumulate: undefined operation");
  return dart::guarded_update(gptr, {dtype, nelem, op, values, nullptr, nullptr}, __func__);
}

dart_ret_t dart_accumulate_blocking_local(
    dart_gptr_t gptr, const void* values, size_t nelem, dart_datatype_t dtype,
    dart_operation_t op) DART_NOTHROW
{
  return dart_accumulate(gptr, values, nelem, dtype, op);
}

dart_ret_t dart_fetch_and_op(
    dart_gptr_t gptr, const void* value, void* result, dart_datatype_t dtype,
    dart_operation_t op) DART_NOTHROW
{
  DART_REQUIRE(
      op != DART_OP_UNDEFINED && result != nullptr, DART_ERR_INVAL,
      "dart_fetch_and_op: undefined operation or null result");
  return dart::guarded_update(gptr, {dtype, 1, op, value, nullptr, result}, __func__);
}

dart_ret_t dart_compare_and_swap(
    dart_gptr_t gptr, const void* value, const void* compare, void* result,
    dart_datatype_t dtype) DART_NOTHROW
{
  DART_REQUIRE(
      value != nullptr && compare != nullptr && result != nullptr, DART_ERR_INVAL,
      "dart_compare_and_swap: null argument");
  return dart::guarded_update(
      gptr, {dtype, 1, DART_OP_UNDEFINED, value, compare, result}, __func__);
}

bool dart_atomics_by_adapter(void) DART_NOTHROW
{
  const dart::Runtime* rt = dart::runtime();
  return rt != nullptr && rt->has_adapter_atomics();
}

}  // extern "C"
