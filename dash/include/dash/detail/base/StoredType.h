#pragma once

/// \file
/// The type in which vectors hold values of a type.

#include <type_traits>

namespace dash::detail {

/// Bytes instead of bool, since std::vector<bool> packs them.
template <class T>
using stored_type = std::conditional_t<std::is_same_v<T, bool>, unsigned char, T>;

}  // namespace dash::detail
