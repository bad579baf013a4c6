#include "transfer/operation.h"

#include <climits>

#include "api/guard.h"
#include "base/arithmetic.h"
#include "transfer/datatype.h"

namespace dart {
namespace {

struct CustomOperation {
  dart_operator_t function;
  void* user_data;
  dart_datatype_t type;       // identifies the type, which may have been destroyed
  std::size_t element_bytes;  // stored here for the same reason
  bool commutes;
};

template <dart_operation_t operation, class T>
void reduce(const void* in, void* inout, std::size_t elements, void*)
{
  const T* a = static_cast<const T*>(in);
  T* b = static_cast<T*>(inout);
  for (std::size_t i = 0; i < elements; ++i) b[i] = combine<operation>(a[i], b[i]);
}

template <class T>
void reduce_minmax(const void* in, void* inout, std::size_t elements, void*)
{
  const T* a = static_cast<const T*>(in);
  T* b = static_cast<T*>(inout);
  for (std::size_t i = 0; i + 1 < elements; i += 2) {
    b[i + DART_OP_MINMAX_MIN] =
        combine<DART_OP_MIN>(a[i + DART_OP_MINMAX_MIN], b[i + DART_OP_MINMAX_MIN]);
    b[i + DART_OP_MINMAX_MAX] =
        combine<DART_OP_MAX>(a[i + DART_OP_MINMAX_MAX], b[i + DART_OP_MINMAX_MAX]);
  }
}

/// The function of a predefined operation; nullptr if it does not support the type.
dart_operator_t predefined(dart_operation_t operation, dart_datatype_t type)
{
  return with_basic_type(type, [operation]<class T>(T) -> dart_operator_t {
    if (operation == DART_OP_MINMAX) return &reduce_minmax<T>;
    if (!combines<T>(operation)) return nullptr;
    return with_operation(
        operation, []<dart_operation_t op>() -> dart_operator_t { return &reduce<op, T>; });
  });
}

}  // namespace

bool Reduction::bind(
    dart_operation_t operation, dart_datatype_t type, std::size_t elements, const char* function)
{
  DART_REQUIRE(
      elements <= INT_MAX, false, "%s: %zu elements, at most %d are possible", function, elements,
      INT_MAX);
  if (is_custom(operation)) {
    const auto* custom = reinterpret_cast<const CustomOperation*>(operation);
    DART_REQUIRE(
        custom->type == type, false, "%s: the custom operation was created for another data type",
        function);
    function_ = custom->function;
    user_data_ = custom->user_data;
    element_bytes_ = custom->element_bytes;
    commutes_ = custom->commutes;
    return true;
  }
  DART_REQUIRE(is_basic(type), false, "%s: predefined operations need a basic data type", function);
  function_ = predefined(operation, type);
  DART_REQUIRE(
      function_ != nullptr, false, "%s: no reduction by operation %zu for data type %ld", function,
      static_cast<std::size_t>(operation), static_cast<long>(type));
  granule_ = operation == DART_OP_MINMAX ? 2 : 1;
  DART_REQUIRE(
      elements % granule_ == 0, false, "%s: DART_OP_MINMAX needs pairs, got %zu values", function,
      elements);
  element_bytes_ = basic_type_bytes[type];
  return true;
}

}  // namespace dart

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
    *new_op = reinterpret_cast<dart_operation_t>(
        new dart::CustomOperation{op, userdata, dtype, bytes, commute});
    return DART_OK;
  });
}

dart_ret_t dart_op_destroy(dart_operation_t* op) DART_NOTHROW
{
  DART_REQUIRE_POINTER(op, __func__);
  DART_REQUIRE(
      dart::is_custom(*op), DART_ERR_INVAL, "dart_op_destroy: operation %zu is predefined",
      static_cast<std::size_t>(*op));
  delete reinterpret_cast<dart::CustomOperation*>(*op);
  *op = DART_OP_UNDEFINED;
  return DART_OK;
}

}  // extern "C"
