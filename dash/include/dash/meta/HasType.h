#pragma once

/// \file
/// A macro that defines a trait for a member type.

#include <type_traits>

/// Defines the trait \c has_type_name<T>, which tells whether T has a member type with that name.
#define DASH__META__DEFINE_TRAIT__HAS_TYPE(name) \
  template <typename T, typename = void>         \
  struct has_type_##name : std::false_type {};   \
  template <typename T>                          \
  struct has_type_##name<T, std::void_t<typename T::name>> : std::true_type {};
