#pragma once

/// \file

#include <cstddef>
#include <cstdint>

namespace dash::detail {

/// Size of \c n elements in bytes. If that overflows, the largest number, so that the allocation is
/// refused.
template <class T>
constexpr std::size_t byte_size(std::size_t n)
{
  constexpr std::size_t most = PTRDIFF_MAX;
  return n <= most / sizeof(T) ? n * sizeof(T) : most;
}

}  // namespace dash::detail
