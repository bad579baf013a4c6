#pragma once

/// \file
/// Operations that take an accumulated value and an element of another type.

#include <dash/detail/base/Macro.h>

#include <concepts>
#include <type_traits>

namespace dash::detail {

/// Whether folds combine accumulated values of type \c T with elements as they are, by one call of
/// \c op, and accumulated values with each other by another one. Elements that are such values, or
/// convert to them, are folded by the latter alone.
template <class Op, class T, class Element>
concept Accumulates = !std::is_convertible_v<Element, T> && std::invocable<Op&, T&, Element> &&
                      std::invocable<Op&, T&, const T&>;

/// Computes total = total o operand. An operation that returns nothing changes its first operand.
DASH_NO_EXECUTION_CHECK
template <class T, class Op, class Operand>
DASH_HOST_DEVICE constexpr void combine_into(T& total, Op& op, Operand&& operand)
{
  if constexpr (std::is_void_v<std::invoke_result_t<Op&, T&, Operand>>) {
    op(total, static_cast<Operand&&>(operand));
  } else {
    total = static_cast<T>(op(total, static_cast<Operand&&>(operand)));
  }
}

}  // namespace dash::detail
