#pragma once

/// \file

#include <cstddef>
#include <cstdint>

namespace dash::detail {

/// Bytes of \c n elements; of too many, more than any memory has, so that they are refused.
template <class T>
constexpr std::size_t byte_size(std::size_t n)
{
  constexpr std::size_t most = PTRDIFF_MAX;
  return n <= most / sizeof(T) ? n * sizeof(T) : most;
}

}  // namespace dash::detail
