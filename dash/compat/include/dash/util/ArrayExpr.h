#pragma once

/// \file
/// Constexpr operations on arrays.

#include <dash/util/FunctionalExpr.h>
#include <dash/util/IndexSequence.h>

#include <array>
#include <cstddef>

namespace dash::ce {

namespace detail {

/// The elements at \c Begin + \c Is.
template <std::size_t Begin, typename T, std::size_t N, std::size_t... Is>
constexpr std::array<T, sizeof...(Is)> slice(const std::array<T, N>& values, index_sequence<Is...>)
{
  return {{values[Begin + Is]...}};
}

}  // namespace detail

/// The first \c K elements; all if there are fewer.
template <std::size_t K, typename T, std::size_t N>
constexpr std::array<T, (K < N ? K : N)> take(const std::array<T, N>& values)
{
  return detail::slice<0>(values, make_index_sequence<(K < N ? K : N)>());
}

/// All but the first \c K elements; none if there are fewer.
template <std::size_t K, typename T, std::size_t N>
constexpr std::array<T, (K < N ? N - K : 0)> drop(const std::array<T, N>& values)
{
  return detail::slice<K>(values, make_index_sequence<(K < N ? N - K : 0)>());
}

/// The first element, as an array of one.
template <typename T, std::size_t N>
constexpr auto head(const std::array<T, N>& values)
{
  return take<1>(values);
}

/// All but the first element.
template <typename T, std::size_t N>
constexpr auto tail(const std::array<T, N>& values)
{
  return drop<1>(values);
}

/// The elements of \c left, then those of \c right.
template <typename T, std::size_t L, std::size_t R>
constexpr std::array<T, L + R> append(const std::array<T, L>& left, const std::array<T, R>& right)
{
  std::array<T, L + R> result{};
  for (std::size_t i = 0; i < L; ++i) result[i] = left[i];
  for (std::size_t i = 0; i < R; ++i) result[L + i] = right[i];
  return result;
}

/// The elements of \c left, then \c elem.
template <typename T, std::size_t L>
constexpr std::array<T, L + 1> append(const std::array<T, L>& left, const T& elem)
{
  return append(left, std::array<T, 1>{{elem}});
}

template <typename T, std::size_t N>
constexpr std::array<T, N> reverse(const std::array<T, N>& values)
{
  std::array<T, N> result{};
  for (std::size_t i = 0; i < N; ++i) result[i] = values[N - 1 - i];
  return result;
}

/// The array with \c elem in place of element \c I.
template <std::size_t I, typename T, std::size_t N>
constexpr std::array<T, N> replace_nth(const T& elem, const std::array<T, N>& values)
{
  static_assert(I < N, "dash::ce::replace_nth: the array has no such element");
  std::array<T, N> result = values;
  result[I] = elem;
  return result;
}

/// An array that is divided into two parts of \c L and \c R elements.
template <typename T, std::size_t L, std::size_t R>
class split {
 public:
  constexpr split(const std::array<T, L + R>& values)
      : left_(take<L>(values)),
        right_(drop<L>(values))
  {}

  constexpr const std::array<T, L>& left() const { return left_; }
  constexpr const std::array<T, R>& right() const { return right_; }

 private:
  std::array<T, L> left_;
  std::array<T, R> right_;
};

/// Computes init o values[first] o … o values[final - 1].
template <typename T, std::size_t N, typename Init, typename Op>
constexpr Init accumulate(
    const std::array<T, N>& values, std::size_t first, std::size_t final, Init init, Op op)
{
  for (; first < final; ++first) init = op(init, values[first]);
  return init;
}

/// Computes init + x[first] * y[first] + … + x[final - 1] * y[final - 1].
template <typename T, std::size_t N, typename Init>
constexpr Init inner_product(
    const std::array<T, N>& x, const std::array<T, N>& y, std::size_t first, std::size_t final,
    Init init)
{
  for (; first < final; ++first) init = init + x[first] * y[first];
  return init;
}

}  // namespace dash::ce
