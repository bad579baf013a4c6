#pragma once

/// \file
/// Algorithms that order elements refuse comparisons that hold for an element and itself.

#include <dash/Team.h>
#include <dash/detail/base/Macro.h>
#include <dash/detail/execution/FunctionObjects.h>

#include <functional>
#include <type_traits>

namespace dash::detail {

/// Whether a comparison is known to hold for no element and itself.
template <class Compare, class T>
inline constexpr bool is_strict = false;
template <class U, class T>
inline constexpr bool is_strict<std::less<U>, T> = std::is_arithmetic_v<T>;
template <class U, class T>
inline constexpr bool is_strict<std::greater<U>, T> = std::is_arithmetic_v<T>;

template <class T, class Compare, class Proj>
inline constexpr bool is_strict<Projected<T, Compare, Proj>, T> =
    is_strict<Compare, projection_of<Proj, T>>;

template <class Compare>
inline constexpr bool is_reflexive = false;
template <class T>
inline constexpr bool is_reflexive<std::less_equal<T>> = true;
template <class T>
inline constexpr bool is_reflexive<std::greater_equal<T>> = true;
template <class T, class Compare, class Proj>
inline constexpr bool is_reflexive<Projected<T, Compare, Proj>> = is_reflexive<Compare>;
template <class A, class Compare, class ProjA, class ProjB>
inline constexpr bool is_reflexive<ProjectedOperands<A, Compare, ProjA, ProjB>> =
    is_reflexive<Compare>;
template <class Compare>
inline constexpr bool is_reflexive<SwappedOperands<Compare>> = is_reflexive<Compare>;

/// Whether a comparison holds for an element and itself. Then the order is not strict, and
/// algorithms that rely on it would run beyond their elements.
template <class Compare, class T>
bool holds_for_itself(Compare& compare, const T& element)
{
  static_assert(
      !is_reflexive<Compare>,
      "the comparison holds for an element and itself, but an order has to be strict: use "
      "std::less "
      "in place of std::less_equal, std::greater in place of std::greater_equal");
  if constexpr (is_strict<Compare, T>) {
    return false;
  } else {
    return static_cast<bool>(compare(element, element));
  }
}

/// Refuses a comparison in a local call. \throws exception::InvalidArgument
[[noreturn]] DASH_API void throw_not_strict(const char* algorithm);
/// The same, called by all units of a team at the same place (ThrownTogether).
[[noreturn]] DASH_API void throw_not_strict_together(const Team& team, const char* algorithm);

}  // namespace dash::detail
