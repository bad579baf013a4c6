#pragma once

/// \file
/// The position of a data member in its object.

#include <cstddef>

namespace dash::detail {

/// Offset of a data member in bytes.
template <class T, class M>
std::size_t offset_of(M T::* member) noexcept
{
  alignas(T) static constexpr std::byte object[sizeof(T)] = {};
  const auto* base = reinterpret_cast<const T*>(object);
  return static_cast<std::size_t>(reinterpret_cast<const std::byte*>(&(base->*member)) - object);
}

}  // namespace dash::detail
