#pragma once

/// \file
/// The predefined operations on values, and the C++ type of each basic type.

#include <concepts>
#include <type_traits>

#include "types/basic_types.h"

namespace dart {

/// Whether \c operation combines two values of T to one.
template <class T>
constexpr bool combines(dart_operation_t operation)
{
  switch (operation) {
    case DART_OP_MIN:
    case DART_OP_MAX:
    case DART_OP_SUM:
    case DART_OP_PROD:
    case DART_OP_LAND:
    case DART_OP_LOR:
    case DART_OP_LXOR:
      return true;
    case DART_OP_BAND:
    case DART_OP_BOR:
    case DART_OP_BXOR:
      return std::is_integral_v<T>;
    default:
      return false;
  }
}

/// Whether a value is no number (NaN).
template <class T>
constexpr bool is_nan(T value)
{
  if constexpr (std::is_floating_point_v<T>) {
    return value != value;  // NOLINT(misc-redundant-expression)
  } else {
    return false;
  }
}

/// Computes a o b; signed integers wrap around. The minimum and the maximum of a number and of none
/// (NaN) are the number.
template <dart_operation_t operation, class T>
constexpr T combine(T a, T b)
{
  if constexpr (operation == DART_OP_MIN) return ((b < a) | is_nan(a)) ? b : a;
  if constexpr (operation == DART_OP_MAX) return ((a < b) | is_nan(a)) ? b : a;
  if constexpr (operation == DART_OP_LAND) return static_cast<T>(a && b);
  if constexpr (operation == DART_OP_LOR) return static_cast<T>(a || b);
  if constexpr (operation == DART_OP_LXOR) return static_cast<T>(!a != !b);
  if constexpr (std::is_integral_v<T>) {
    using U = std::make_unsigned_t<T>;
    if constexpr (operation == DART_OP_SUM) return static_cast<T>(U(a) + U(b));
    // Small types would be promoted to int, and its product may overflow.
    if constexpr (operation == DART_OP_PROD) return static_cast<T>(U(1ull * U(a) * U(b)));
    if constexpr (operation == DART_OP_BAND) return static_cast<T>(a & b);
    if constexpr (operation == DART_OP_BOR) return static_cast<T>(a | b);
    if constexpr (operation == DART_OP_BXOR) return static_cast<T>(a ^ b);
  } else {
    if constexpr (operation == DART_OP_SUM) return a + b;
    if constexpr (operation == DART_OP_PROD) return a * b;
  }
  return b;
}

/// The new value of an atomic operation on \c old; \c compare is used by compare-and-swap. This is
/// plain code, because kernels call it, too.
template <class T>
constexpr T updated(dart_operation_t operation, T old, T operand, T compare)
{
  switch (operation) {
    case DART_OP_UNDEFINED:
      return old == compare ? operand : old;
    case DART_OP_REPLACE:
      return operand;
    case DART_OP_MIN:
      return combine<DART_OP_MIN>(old, operand);
    case DART_OP_MAX:
      return combine<DART_OP_MAX>(old, operand);
    case DART_OP_SUM:
      return combine<DART_OP_SUM>(old, operand);
    case DART_OP_PROD:
      return combine<DART_OP_PROD>(old, operand);
    case DART_OP_BAND:
      return combine<DART_OP_BAND>(old, operand);
    case DART_OP_LAND:
      return combine<DART_OP_LAND>(old, operand);
    case DART_OP_BOR:
      return combine<DART_OP_BOR>(old, operand);
    case DART_OP_LOR:
      return combine<DART_OP_LOR>(old, operand);
    case DART_OP_BXOR:
      return combine<DART_OP_BXOR>(old, operand);
    case DART_OP_LXOR:
      return combine<DART_OP_LXOR>(old, operand);
    default:
      return old;  // DART_OP_NO_OP
  }
}

/// Calls \c f.template operator()<operation>() for a combining operation.
template <class F>
auto with_operation(dart_operation_t operation, F f)
{
  switch (operation) {
    case DART_OP_MIN:
      return f.template operator()<DART_OP_MIN>();
    case DART_OP_MAX:
      return f.template operator()<DART_OP_MAX>();
    case DART_OP_SUM:
      return f.template operator()<DART_OP_SUM>();
    case DART_OP_PROD:
      return f.template operator()<DART_OP_PROD>();
    case DART_OP_BAND:
      return f.template operator()<DART_OP_BAND>();
    case DART_OP_LAND:
      return f.template operator()<DART_OP_LAND>();
    case DART_OP_BOR:
      return f.template operator()<DART_OP_BOR>();
    case DART_OP_LOR:
      return f.template operator()<DART_OP_LOR>();
    case DART_OP_BXOR:
      return f.template operator()<DART_OP_BXOR>();
    default:
      return f.template operator()<DART_OP_LXOR>();
  }
}

}  // namespace dart
