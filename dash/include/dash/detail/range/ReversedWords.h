#pragma once

/// \file
/// Elements in reverse order, as words, which kernels move as well as host code.

#include <dash/detail/base/Macro.h>
#include <dash/detail/base/WordOfSize.h>

#include <cstddef>
#include <type_traits>

namespace dash::detail {

/// Whether there is a number that has the size and the alignment of a type.
template <class T>
inline constexpr bool is_like_word =
    !std::is_void_v<word_of_size<sizeof(T)>> && alignof(T) == sizeof(T);

/// Copies words of 1, 2, 4 or 8 bytes in reverse order to other memory. Both may be device memory.
/// Local call.
DASH_API void copy_reversed_words(const void* from, std::ptrdiff_t n, std::size_t size, void* to);

/// Reverses the order of words, which may be in device memory. Local call.
DASH_API void reverse_words(void* words, std::ptrdiff_t n, std::size_t size);

}  // namespace dash::detail
