#pragma once

/// \file
/// Readable names of types.

#include <dash/detail/base/Macro.h>
#include <dash/detail/base/TypeInfoOf.h>

#include <string>
#include <typeinfo>

namespace dash {
namespace detail {

/// The name as it is written in a program, or the mangled one if it cannot be converted.
DASH_API std::string demangled_name(const std::type_info& type);
DASH_API std::string demangled_name(const char* mangled);

}  // namespace detail

/// Name of type \c T.
template <typename T>
std::string typestr()
{
  return detail::demangled_name(detail::type_info_of<T>());
}

/// Name of the (dynamic) type of a value.
template <typename T>
std::string typestr(const T& value)
{
  return detail::demangled_name(typeid(value));
}

}  // namespace dash
