#pragma once

/// \file
/// Result and argument types of function objects.

#include <cstddef>
#include <tuple>

namespace dash::functional {

/// Result, arity and argument types of a function object with one call operator.
template <typename Closure>
struct closure_traits
    /// \cond
    : closure_traits<decltype(&Closure::operator())>
/// \endcond
{};

template <typename Result, typename... Args>
struct closure_traits<Result (*)(Args...)> {
  using result_type = Result;

  static constexpr std::size_t arity = sizeof...(Args);

  template <std::size_t I>
  struct arg {
    using type = std::tuple_element_t<I, std::tuple<Args...>>;
  };
};

template <typename Class, typename Result, typename... Args>
struct closure_traits<Result (Class::*)(Args...)> : closure_traits<Result (*)(Args...)> {};

template <typename Class, typename Result, typename... Args>
struct closure_traits<Result (Class::*)(Args...) const> : closure_traits<Result (*)(Args...)> {};

}  // namespace dash::functional
