#pragma once

/// \file
/// Orders of elements that can be produced by sorting by digits.

#include <dash/detail/base/Macro.h>

#include <functional>
#include <limits>
#include <type_traits>

namespace dash::detail {

enum class RadixOrder { none, ascending, descending };

template <class T>
concept RadixSortable = std::is_arithmetic_v<T> && sizeof(T) <= 8;

/// How the bits of a number give its order.
enum class NumberKind { unsigned_integer, signed_integer, floating };

template <RadixSortable T>
inline constexpr NumberKind number_kind = std::is_floating_point_v<T> ? NumberKind::floating
                                          : std::is_signed_v<T>       ? NumberKind::signed_integer
                                                                : NumberKind::unsigned_integer;

/// An unsigned number with the same order as the number that has these bits: the sign bit is
/// inverted, and for negative floats all bits are.
template <class Word>
DASH_HOST_DEVICE constexpr Word ordered_bits(Word bits, NumberKind kind)
{
  constexpr auto sign = static_cast<Word>(Word{1} << (std::numeric_limits<Word>::digits - 1));
  switch (kind) {
    case NumberKind::floating:
      return static_cast<Word>(bits & sign ? ~bits : bits | sign);
    case NumberKind::signed_integer:
      return static_cast<Word>(bits ^ sign);
    default:
      return bits;
  }
}

/// How to sort by digits to obtain the order of \c Compare.
template <class T, class Compare>
inline constexpr RadixOrder radix_order = RadixOrder::none;

template <RadixSortable T>
inline constexpr RadixOrder radix_order<T, std::less<>> = RadixOrder::ascending;
template <RadixSortable T>
inline constexpr RadixOrder radix_order<T, std::less<T>> = RadixOrder::ascending;
template <RadixSortable T>
inline constexpr RadixOrder radix_order<T, std::greater<>> = RadixOrder::descending;
template <RadixSortable T>
inline constexpr RadixOrder radix_order<T, std::greater<T>> = RadixOrder::descending;

/// Whether elements have digits as a member, whose order the comparison is.
template <class Compare>
inline constexpr bool is_order_of_digits = false;

}  // namespace dash::detail
