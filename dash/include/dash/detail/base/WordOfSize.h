#pragma once

/// \file
/// Numbers that stand for elements of the same size where these are only moved.

#include <dash/detail/base/Macro.h>

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace dash::detail {

/// The number with so many bytes; void if there is none.
template <std::size_t size>
using word_of_size = std::conditional_t<
    size == 1, std::uint8_t,
    std::conditional_t<
        size == 2, std::uint16_t,
        std::conditional_t<
            size == 4, std::uint32_t, std::conditional_t<size == 8, std::uint64_t, void>>>>;

/// Calls \c f with the number that has so many bytes: 1, 2, 4 or 8.
DASH_NO_EXECUTION_CHECK
template <class F>
DASH_HOST_DEVICE constexpr auto with_word(std::size_t size, const F& f)
{
  switch (size) {
    case 1:
      return f(std::uint8_t{});
    case 2:
      return f(std::uint16_t{});
    case 4:
      return f(std::uint32_t{});
    default:
      return f(std::uint64_t{});
  }
}

}  // namespace dash::detail
