#pragma once

/// \file
/// Orders of elements that can be produced by sorting by digits.

#include <functional>
#include <type_traits>

namespace dash::detail {

enum class RadixOrder { none, ascending, descending };

template <class T>
concept RadixSortable = std::is_arithmetic_v<T> && sizeof(T) <= 8;

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
