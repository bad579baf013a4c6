#pragma once

/// \file
/// Hash values.

#include <cstdint>
#include <type_traits>

namespace dart {

/// FNV-1a over bytes or other whole numbers, each of which is one digit; never 0.
template <class Range>
std::uint64_t hash_of(const Range& digits)
{
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const auto digit : digits) {
    hash = (hash ^ std::make_unsigned_t<std::remove_cv_t<decltype(digit)>>(digit)) * 0x100000001b3;
  }
  return hash | 1;
}

}  // namespace dart
