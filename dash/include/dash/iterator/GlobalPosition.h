#pragma once

/// \file
/// Concepts for iterators and pointers to global memory, and for iterators to memory of this
/// process.

#include <iterator>
#include <type_traits>

namespace dash {

/// Global iterators and pointers, which know how many elements from them on are contiguous.
template <class It>
concept GlobalPosition = requires(const It& it) {
  typename It::value_type;
  it.contiguous().first;
  it.dart_gptr();
};

/// Iterators, but not pointers, that refer to memory of this process.
template <class It>
concept ContiguousPosition =
    std::contiguous_iterator<It> && !std::is_pointer_v<It> && !GlobalPosition<It>;

}  // namespace dash
