#pragma once

/// \file
/// Model of the predefined operations.

#include <dash/dart/if/dart_types.h>

#include <algorithm>
#include <type_traits>
#include <vector>

namespace dart::test {

/// The operations that element-wise reductions support for the type.
template <class T>
std::vector<dart_operation_t> operations_on()
{
  std::vector<dart_operation_t> operations{DART_OP_MIN, DART_OP_MAX, DART_OP_SUM, DART_OP_PROD};
  if constexpr (std::is_integral_v<T>) {
    operations.insert(
        operations.end(),
        {DART_OP_BAND, DART_OP_LAND, DART_OP_BOR, DART_OP_LOR, DART_OP_BXOR, DART_OP_LXOR});
  }
  return operations;
}

/// The operations that atomic operations support for the type.
template <class T>
std::vector<dart_operation_t> atomic_operations_on()
{
  std::vector<dart_operation_t> operations = operations_on<T>();
  operations.insert(operations.end(), {DART_OP_REPLACE, DART_OP_NO_OP});
  return operations;
}

/// Computes a o b; in an atomic operation \c a is the target.
template <class T>
T combine(dart_operation_t op, T a, T b)
{
  if constexpr (std::is_integral_v<T>) {
    switch (op) {
      case DART_OP_BAND:
        return static_cast<T>(a & b);
      case DART_OP_BOR:
        return static_cast<T>(a | b);
      case DART_OP_BXOR:
        return static_cast<T>(a ^ b);
      case DART_OP_LAND:
        return a && b;
      case DART_OP_LOR:
        return a || b;
      case DART_OP_LXOR:
        return !a != !b;
      default:
        break;
    }
  }
  switch (op) {
    case DART_OP_MIN:
      return std::min(a, b);
    case DART_OP_MAX:
      return std::max(a, b);
    case DART_OP_SUM:
      return static_cast<T>(a + b);
    case DART_OP_PROD:
      return static_cast<T>(a * b);
    case DART_OP_REPLACE:
      return b;
    default:
      return a;
  }
}

}  // namespace dart::test
