#pragma once

/// \file
/// Function objects for reductions and atomic operations, which the runtime knows, too.

#include <dash/Types.h>
#include <dash/detail/base/Floating.h>
#include <dash/detail/base/Macro.h>

#include <dash/dart/if/dart_types.h>

#include <concepts>
#include <functional>
#include <type_traits>

namespace dash {

/// The requirement of an operation on the type of its operands.
enum class OpKind { ARITHMETIC, BITWISE, NOOP };

/// The properties of an operation that the runtime knows.
template <class T, dart_operation_t DartOp, OpKind Kind>
struct KnownOperation {
  using value_type = T;

  /// The runtime's operation, for reductions and atomic operations.
  static constexpr dart_operation_t dart_operation() { return DartOp; }
  static constexpr OpKind op_kind() { return Kind; }
};

/// The smaller operand; the first one if both are equal, and the number if one is none (NaN).
template <class T>
struct min : KnownOperation<T, DART_OP_MIN, OpKind::ARITHMETIC> {
  DASH_HOST_DEVICE constexpr T operator()(const T& lhs, const T& rhs) const
  {
    return ((rhs < lhs) | detail::is_nan(lhs)) ? rhs : lhs;
  }
};

/// The larger operand; the first one if both are equal, and the number if one is none (NaN).
template <class T>
struct max : KnownOperation<T, DART_OP_MAX, OpKind::ARITHMETIC> {
  DASH_HOST_DEVICE constexpr T operator()(const T& lhs, const T& rhs) const
  {
    return ((lhs < rhs) | detail::is_nan(lhs)) ? rhs : lhs;
  }
};

/// The sum of both operands.
template <class T>
struct plus : KnownOperation<T, DART_OP_SUM, OpKind::ARITHMETIC> {
  DASH_HOST_DEVICE constexpr T operator()(const T& lhs, const T& rhs) const
  {
    return static_cast<T>(lhs + rhs);
  }
};

/// The product of both operands.
template <class T>
struct multiply : KnownOperation<T, DART_OP_PROD, OpKind::ARITHMETIC> {
  DASH_HOST_DEVICE constexpr T operator()(const T& lhs, const T& rhs) const
  {
    return static_cast<T>(lhs * rhs);
  }
};

/// Returns the left operand; as an atomic operation, this is a load.
template <class T>
struct first : KnownOperation<T, DART_OP_NO_OP, OpKind::NOOP> {
  DASH_HOST_DEVICE constexpr T operator()(const T& lhs, const T& /*rhs*/) const { return lhs; }
};

/// Returns the right operand; as an atomic operation, this is a store.
template <class T>
struct second : KnownOperation<T, DART_OP_REPLACE, OpKind::NOOP> {
  DASH_HOST_DEVICE constexpr T operator()(const T& /*lhs*/, const T& rhs) const { return rhs; }
};

/// The bits that are set in both operands.
template <class T>
struct bit_and : KnownOperation<T, DART_OP_BAND, OpKind::BITWISE> {
  DASH_HOST_DEVICE constexpr T operator()(const T& lhs, const T& rhs) const
  {
    return static_cast<T>(lhs & rhs);
  }
};

/// The bits that are set in one operand at least.
template <class T>
struct bit_or : KnownOperation<T, DART_OP_BOR, OpKind::BITWISE> {
  DASH_HOST_DEVICE constexpr T operator()(const T& lhs, const T& rhs) const
  {
    return static_cast<T>(lhs | rhs);
  }
};

/// The bits that are set in exactly one operand.
template <class T>
struct bit_xor : KnownOperation<T, DART_OP_BXOR, OpKind::BITWISE> {
  DASH_HOST_DEVICE constexpr T operator()(const T& lhs, const T& rhs) const
  {
    return static_cast<T>(lhs ^ rhs);
  }
};

/// Function objects that the runtime can evaluate as well.
template <class Op>
concept DartOperation = requires {
  typename Op::value_type;
  { Op::dart_operation() } -> std::convertible_to<dart_operation_t>;
  { Op::op_kind() } -> std::same_as<OpKind>;
};

namespace detail {

/// The predefined reduction that computes \c Op; DART_OP_UNDEFINED if there is none.
template <class Op>
struct dart_reduce_operation {
  static constexpr dart_operation_t value = DART_OP_UNDEFINED;
};

template <DartOperation Op>
  requires(
      dart_datatype<typename Op::value_type>::value != DART_TYPE_UNDEFINED &&
      (Op::op_kind() == OpKind::ARITHMETIC ||
       (Op::op_kind() == OpKind::BITWISE && std::is_integral_v<typename Op::value_type>)))
struct dart_reduce_operation<Op> {
  static constexpr dart_operation_t value = Op::dart_operation();
};

/// Whether the library knows that an operation commutes.
template <class Op>
struct IsCommutative : std::false_type {};

template <template <class> class Op, class T>
  requires(DartOperation<Op<T>> && std::is_arithmetic_v<T>)
struct IsCommutative<Op<T>> : std::bool_constant<Op<T>::op_kind() != OpKind::NOOP> {};

template <template <class> class Op, class T>
  requires(
      !DartOperation<Op<T>> && (std::is_arithmetic_v<T> || std::is_void_v<T>) &&
      (std::is_same_v<Op<T>, std::plus<T>> || std::is_same_v<Op<T>, std::multiplies<T>> ||
       std::is_same_v<Op<T>, std::bit_and<T>> || std::is_same_v<Op<T>, std::bit_or<T>> ||
       std::is_same_v<Op<T>, std::bit_xor<T>>))
struct IsCommutative<Op<T>> : std::true_type {};

}  // namespace detail

}  // namespace dash
