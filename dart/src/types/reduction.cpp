#include "types/reduction.h"

#include <climits>

#include "base/log.h"
#include "base/token_table.h"
#include "types/arithmetic.h"
#include "types/basic_types.h"
#include "types/datatype.h"

namespace dart {
namespace {

struct CustomOperation {
  dart_operator_t function;
  void* user_data;
  dart_datatype_t type;       // identifies the type, which may have been destroyed
  std::size_t element_bytes;  // stored here for the same reason
  bool commutes;
};

using Operations = TokenTable<CustomOperation, TokenKind::operation>;
constinit Operations custom_operations;

[[gnu::cold]] dart_ret_t refuse_operation(const char* function)
{
  log(LogLevel::error,
      "%s: no such operation: it was destroyed already, or another unit has created it", function);
  return DART_ERR_INVAL;
}

/// An element in a buffer of a program, which may begin at any address.
template <class T>
struct [[gnu::packed]] Unaligned {
  T value;
};

template <dart_operation_t operation, class T>
void combine_at(const Unaligned<T>& in, Unaligned<T>& inout)
{
  const T a = in.value, b = inout.value;
  inout.value = combine<operation>(a, b);
}

template <dart_operation_t operation, class T>
void reduce(const void* in, void* inout, std::size_t elements, void*)
{
  const auto* a = static_cast<const Unaligned<T>*>(in);
  auto* b = static_cast<Unaligned<T>*>(inout);
  for (std::size_t i = 0; i < elements; ++i) combine_at<operation>(a[i], b[i]);
}

template <class T>
void reduce_minmax(const void* in, void* inout, std::size_t elements, void*)
{
  const auto* a = static_cast<const Unaligned<T>*>(in);
  auto* b = static_cast<Unaligned<T>*>(inout);
  for (std::size_t i = 0; i + 1 < elements; i += 2) {
    combine_at<DART_OP_MIN>(a[i + DART_OP_MINMAX_MIN], b[i + DART_OP_MINMAX_MIN]);
    combine_at<DART_OP_MAX>(a[i + DART_OP_MINMAX_MAX], b[i + DART_OP_MINMAX_MAX]);
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
  if (is_custom(operation)) return bind_custom(operation, type, function);
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

bool Reduction::bind_custom(dart_operation_t operation, dart_datatype_t type, const char* function)
{
  const CustomOperation* const custom = custom_operations.find(operation);
  if (custom == nullptr) return refuse_operation(function) == DART_OK;
  DART_REQUIRE(
      custom->type == type, false, "%s: the custom operation was created for another data type",
      function);
  if (describe(type) == nullptr) return refuse_type(type, function) == DART_OK;
  function_ = custom->function;
  user_data_ = custom->user_data;
  element_bytes_ = custom->element_bytes;
  commutes_ = custom->commutes;
  return true;
}

dart_operation_t create_operation(
    dart_operator_t function, void* user_data, dart_datatype_t type, std::size_t element_bytes,
    bool commutes)
{
  return custom_operations.add(function, user_data, type, element_bytes, commutes);
}

dart_ret_t destroy_operation(dart_operation_t operation, const char* function)
{
  return custom_operations.remove(operation) ? DART_OK : refuse_operation(function);
}

}  // namespace dart
