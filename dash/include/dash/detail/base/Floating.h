#pragma once

/// \file
/// Floating-point numbers, and values of their types that are none (NaN).

#include <dash/detail/base/Macro.h>

#include <type_traits>

namespace dash::detail {

/// Whether values of a type may be NaN.
template <class T>
inline constexpr bool is_floating = std::is_floating_point_v<T>;
#ifdef __SIZEOF_FLOAT128__
template <>
inline constexpr bool is_floating<__float128> = true;
#endif

/// Whether a value is NaN.
template <class T>
DASH_HOST_DEVICE constexpr bool is_nan(const T& value)
{
  if constexpr (is_floating<T>) {
    return value != value;  // NOLINT(misc-redundant-expression)
  } else {
    return false;
  }
}

}  // namespace dash::detail
