#pragma once

/// \file
/// Arithmetic operations as constexpr functions.

#include <type_traits>

namespace dash::ce {

/// Whether all types are integral.
template <typename... Ts>
struct are_integral : std::bool_constant<(std::is_integral_v<Ts> && ...)> {};

template <typename T>
constexpr T plus(const T& x, const T& y)
{
  return x + y;
}

template <typename T>
constexpr T minus(const T& x, const T& y)
{
  return x - y;
}

template <typename T>
constexpr T multiplies(const T& x, const T& y)
{
  return x * y;
}

template <typename T>
constexpr T divides(const T& x, const T& y)
{
  return x / y;
}

/// \c base to the power \c exp >= 0, by repeated squaring.
template <typename T, typename Exp>
constexpr T pow(T base, Exp exp)
{
  T result = 1;
  for (; exp > 0; exp /= 2, base *= base) {
    if (exp % 2 == 1) result *= base;
  }
  return result;
}

}  // namespace dash::ce
