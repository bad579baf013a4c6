#pragma once

/// \file
/// A place for a value whose bytes are copied there.

#include <type_traits>

namespace dash::detail {

/// Needs no constructor of T, which elements of containers may lack.
template <class T>
union Uninitialized {
  static_assert(std::is_trivially_destructible_v<T>);

  Uninitialized() {}
  T value;
};

}  // namespace dash::detail
