#pragma once

/// \file
/// Numbers that stand for elements of the same size where these are only moved.

#include <cstddef>
#include <cstdint>

namespace dash::detail {

template <std::size_t size>
struct WordOfSize {
  using type = void;
};
template <>
struct WordOfSize<1> {
  using type = std::uint8_t;
};
template <>
struct WordOfSize<2> {
  using type = std::uint16_t;
};
template <>
struct WordOfSize<4> {
  using type = std::uint32_t;
};
template <>
struct WordOfSize<8> {
  using type = std::uint64_t;
};

/// The number with so many bytes; void if there is none.
template <std::size_t size>
using word_of_size = typename WordOfSize<size>::type;

}  // namespace dash::detail
