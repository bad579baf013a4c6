#pragma once

/// \file
/// The std::type_info of a type, also of those for which the compiler's library has none.

#include <type_traits>
#include <typeinfo>

namespace dash::detail {

/// Stands for a type that has no std::type_info of its own.
template <class T>
struct ExtendedType {};

/// Like typeid(T). g++ 12 knows _Float16, but its library does not have the std::type_info, so
/// programs that ask for it cannot be linked.
template <class T>
const std::type_info& type_info_of() noexcept
{
  if constexpr (
      !std::is_object_v<T> || std::is_scalar_v<T> || std::is_class_v<T> || std::is_union_v<T> ||
      std::is_array_v<T>) {
    return typeid(T);
  } else {
    return typeid(ExtendedType<T>);
  }
}

}  // namespace dash::detail
