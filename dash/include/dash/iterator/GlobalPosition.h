#pragma once

/// \file
/// Concepts of what names a place in global memory, or in memory of this process.

#include <iterator>
#include <type_traits>

namespace dash {

/// Global iterators and pointers: they know which elements from them on lie side by side.
template <class It>
concept GlobalPosition = requires(const It& it) {
  typename It::value_type;
  it.contiguous().first;
  it.dart_gptr();
};

/// Iterators, but not pointers, that point to memory of this process.
template <class It>
concept ContiguousPosition =
    std::contiguous_iterator<It> && !std::is_pointer_v<It> && !GlobalPosition<It>;

}  // namespace dash
