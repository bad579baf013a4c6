#pragma once

/// \file
/// Names of class templates at compile time, to tell views of std apart without including them.

#include <cstddef>
#include <string_view>

namespace dash::detail {

template <class T>
constexpr std::string_view text_with_name() noexcept
{
  return __PRETTY_FUNCTION__;
}

/// The name of a class template with its namespaces.
template <class T>
constexpr std::string_view template_name() noexcept
{
  constexpr std::string_view text = text_with_name<T>();
  constexpr std::size_t begin = text.find("T = ") + 4;
  return text.substr(begin, text.find('<', begin) - begin);
}

/// Whether \c T is an instance of a class template whose name ends in \c name.
template <class T>
constexpr bool is_instance_of(std::string_view name) noexcept
{
  return template_name<T>().ends_with(name);
}

}  // namespace dash::detail
