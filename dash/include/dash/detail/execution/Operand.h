#pragma once

/// \file
/// Operands of a step of an algorithm: ranges of elements, and what the step does with them.

#include <dash/detail/base/Macro.h>

#include <cstddef>
#include <iterator>
#include <memory>
#include <type_traits>

namespace dash::detail {

/// What a step does with elements. Elements that are only written have no values before.
enum class Access { read, write, read_write };

/// Elements in the form that a step gets: native pointers if it can load and store them, or
/// iterators.
template <class It>
struct Elements {
  It first;
  It last;

  DASH_HOST_DEVICE It begin() const { return first; }
  DASH_HOST_DEVICE It end() const { return last; }
  DASH_HOST_DEVICE std::ptrdiff_t size() const { return last - first; }
  DASH_HOST_DEVICE decltype(auto) operator[](std::ptrdiff_t i) const { return first[i]; }
};

/// Elements in the form that an algorithm has: native pointers may refer to device memory.
template <class It, Access access_>
struct Operand {
  static constexpr Access access = access_;
  static constexpr bool is_native = std::is_pointer_v<It>;

  Elements<It> elements;
};

/// The native pointer that corresponds to an iterator, if there is one; otherwise the iterator.
template <class It>
auto native_iterator(It it)
{
  if constexpr (std::contiguous_iterator<It>) {
    return std::to_address(it);
  } else {
    return it;
  }
}

template <Access access, class It>
Operand<It, access> make_operand(It first, It last)
{
  return {{first, last}};
}

template <class It>
auto reads(It first, It last)
{
  if constexpr (std::contiguous_iterator<It>) {
    using T = std::remove_reference_t<std::iter_reference_t<It>>;
    return make_operand<Access::read, const T*>(native_iterator(first), native_iterator(last));
  } else {
    return make_operand<Access::read>(first, last);
  }
}

template <class It>
auto writes(It first, It last)
{
  return make_operand<Access::write>(native_iterator(first), native_iterator(last));
}

/// Whether an iterator gives elements that steps may not change.
template <class It>
inline constexpr bool gives_constants = false;
template <std::contiguous_iterator It>
inline constexpr bool gives_constants<It> =
    std::is_const_v<std::remove_reference_t<std::iter_reference_t<It>>>;
template <class It>
  requires requires { requires It::is_constant; }
inline constexpr bool gives_constants<It> = true;

/// Elements that the step may change, unless they are constant.
template <class It>
auto updates(It first, It last)
{
  return make_operand<gives_constants<It> ? Access::read : Access::read_write>(
      native_iterator(first), native_iterator(last));
}

}  // namespace dash::detail
