// Atomic operations of the C interface.

#include "api/guard.h"
#include "dash/dart/if/dart_communication.h"

namespace {

dart_ret_t guarded_update(
    dart_gptr_t gptr, const dart::AtomicRequest& request, const char* function)
{
  return dart::guarded(function, [&](dart::Runtime& rt, const char*) {
    return rt.atomics().perform(gptr, request, function);
  });
}

}  // namespace

extern "C" {

dart_ret_t dart_accumulate(
    dart_gptr_t gptr, const void* values, size_t nelem, dart_datatype_t dtype,
    dart_operation_t op) DART_NOTHROW
{
  DART_REQUIRE(op != DART_OP_UNDEFINED, DART_ERR_INVAL, "dart_accumulate: undefined operation");
  return guarded_update(gptr, {dtype, nelem, op, values, nullptr, nullptr}, __func__);
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
  return guarded_update(gptr, {dtype, 1, op, value, nullptr, result}, __func__);
}

dart_ret_t dart_compare_and_swap(
    dart_gptr_t gptr, const void* value, const void* compare, void* result,
    dart_datatype_t dtype) DART_NOTHROW
{
  DART_REQUIRE(
      value != nullptr && compare != nullptr && result != nullptr, DART_ERR_INVAL,
      "dart_compare_and_swap: null argument");
  return guarded_update(gptr, {dtype, 1, DART_OP_UNDEFINED, value, compare, result}, __func__);
}

bool dart_atomics_by_adapter(void) DART_NOTHROW
{
  const dart::Runtime* rt = dart::runtime();
  return rt != nullptr && rt->transports().has_adapter_atomics();
}

}  // extern "C"
