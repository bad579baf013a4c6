#pragma once

/// \file
/// A pair that can be an element of containers.

#include <dash/detail/base/Macro.h>

#include <concepts>
#include <cstddef>
#include <ostream>
#include <tuple>
#include <type_traits>
#include <utility>

namespace dash {

/// Similar to std::pair, but trivially copyable if its members are, so that units can exchange it.
template <class T1, class T2>
struct Pair {
  using first_type = T1;
  using second_type = T2;

  T1 first{};
  T2 second{};

  constexpr Pair() = default;

  DASH_HOST_DEVICE constexpr Pair(const T1& x, const T2& y) : first(x), second(y) {}

  template <class U1, class U2>
    requires(std::constructible_from<T1, U1 &&> && std::constructible_from<T2, U2 &&>)
  DASH_HOST_DEVICE constexpr Pair(U1&& x, U2&& y)
      : first(std::forward<U1>(x)),
        second(std::forward<U2>(y))
  {}

  template <class U1, class U2>
    requires(std::convertible_to<U1, T1> && std::convertible_to<U2, T2>)
  DASH_HOST_DEVICE constexpr Pair(const Pair<U1, U2>& other)
      : first(other.first),
        second(other.second)
  {}

  constexpr Pair(const Pair&) = default;
  constexpr Pair& operator=(const Pair&) = default;

  constexpr void swap(Pair& other)
  {
    using std::swap;
    swap(first, other.first);
    swap(second, other.second);
  }

  DASH_HOST_DEVICE friend constexpr bool operator==(const Pair& a, const Pair& b)
  {
    return a.first == b.first && a.second == b.second;
  }

  /// Lexicographical order; the other comparisons follow from it, so members need only operator<.
  DASH_HOST_DEVICE friend constexpr bool operator<(const Pair& a, const Pair& b)
  {
    return a.first < b.first || (!(b.first < a.first) && a.second < b.second);
  }

  DASH_HOST_DEVICE friend constexpr bool operator>(const Pair& a, const Pair& b) { return b < a; }
  DASH_HOST_DEVICE friend constexpr bool operator<=(const Pair& a, const Pair& b)
  {
    return !(b < a);
  }
  DASH_HOST_DEVICE friend constexpr bool operator>=(const Pair& a, const Pair& b)
  {
    return !(a < b);
  }
};

/// A member of a pair, as std::get.
template <std::size_t i, class T1, class T2>
DASH_HOST_DEVICE constexpr auto& get(Pair<T1, T2>& pair) noexcept
{
  if constexpr (i == 0) {
    return pair.first;
  } else {
    return pair.second;
  }
}
template <std::size_t i, class T1, class T2>
DASH_HOST_DEVICE constexpr const auto& get(const Pair<T1, T2>& pair) noexcept
{
  if constexpr (i == 0) {
    return pair.first;
  } else {
    return pair.second;
  }
}
template <std::size_t i, class T1, class T2>
DASH_HOST_DEVICE constexpr auto&& get(Pair<T1, T2>&& pair) noexcept
{
  return std::move(dash::get<i>(pair));
}

template <class T1, class T2>
constexpr void swap(Pair<T1, T2>& a, Pair<T1, T2>& b)
{
  a.swap(b);
}

/// A pair of two values. It takes any number of them as far as overload resolution is concerned, so
/// that std::make_pair is preferred where a program uses the names of both namespaces.
template <class... Ts>
  requires(sizeof...(Ts) == 2)
DASH_HOST_DEVICE constexpr Pair<std::decay_t<Ts>...> make_pair(Ts&&... values)
{
  return {std::forward<Ts>(values)...};
}

template <class T1, class T2>
std::ostream& operator<<(std::ostream& os, const Pair<T1, T2>& pair)
{
  return os << '(' << pair.first << ", " << pair.second << ')';
}

}  // namespace dash

/// \cond
/// Pairs are tuples of two.
template <class T1, class T2>
struct std::tuple_size<dash::Pair<T1, T2>> : std::integral_constant<std::size_t, 2> {};
template <std::size_t i, class T1, class T2>
struct std::tuple_element<i, dash::Pair<T1, T2>> : std::tuple_element<i, std::pair<T1, T2>> {};
/// \endcond
