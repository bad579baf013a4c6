// Operations of the C interface.

#include <utility>

#include "api/guard.h"
#include "types/datatype.h"
#include "types/reduction.h"

extern "C" {

dart_ret_t dart_op_create(
    dart_operator_t op, void* userdata, bool commute, dart_datatype_t dtype, bool /*dtype_is_tmp*/,
    dart_operation_t* new_op) DART_NOTHROW
{
  DART_REQUIRE_POINTER(new_op, __func__);
  *new_op = DART_OP_UNDEFINED;
  DART_REQUIRE_POINTER(op, __func__);
  std::size_t bytes = 0;
  if (!dart::contiguous_bytes(1, dtype, __func__, &bytes)) return DART_ERR_INVAL;
  return dart::guarded_always(__func__, [=](const char*) {
    *new_op = dart::create_operation(op, userdata, dtype, bytes, commute);
    return DART_OK;
  });
}

dart_ret_t dart_op_destroy(dart_operation_t* op) DART_NOTHROW
{
  DART_REQUIRE_POINTER(op, __func__);
  DART_REQUIRE(
      dart::is_custom(*op), DART_ERR_INVAL, "dart_op_destroy: operation %zu is predefined",
      static_cast<std::size_t>(*op));
  return dart::destroy_operation(std::exchange(*op, DART_OP_UNDEFINED), __func__);
}

}  // extern "C"
