#pragma once

/// \file
/// Orders of elements that can be produced by sorting by digits.

#include <dash/detail/base/Macro.h>
#include <dash/detail/base/WordOfSize.h>
#include <dash/detail/execution/Callable.h>

#include <bit>
#include <functional>
#include <iterator>
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

/// The bits of the number whose ordered bits these are.
template <class Word>
DASH_HOST_DEVICE constexpr Word bits_of_ordered(Word ordered, NumberKind kind)
{
  constexpr auto sign = static_cast<Word>(Word{1} << (std::numeric_limits<Word>::digits - 1));
  if (kind == NumberKind::floating && !(ordered & sign)) return static_cast<Word>(~ordered);
  return kind == NumberKind::unsigned_integer ? ordered : static_cast<Word>(ordered ^ sign);
}

/// How numbers are sorted by digits.
struct KeyOrder {
  NumberKind kind;
  bool is_descending;
  /// Whether both zeros have the same digits, so that their order is kept; then the bits of numbers
  /// are not known from their digits.
  bool zeros_are_equal;
};

/// An unsigned number that has the same order as the number with these bits.
template <class Word>
DASH_HOST_DEVICE constexpr Word digits_of(Word bits, const KeyOrder& order)
{
  constexpr auto minus_zero = static_cast<Word>(Word{1} << (std::numeric_limits<Word>::digits - 1));
  if (order.zeros_are_equal && order.kind == NumberKind::floating && bits == minus_zero) bits = 0;
  const Word digits = ordered_bits(bits, order.kind);
  return static_cast<Word>(order.is_descending ? ~digits : digits);
}

/// The bits of a number with these digits.
template <class Word>
DASH_HOST_DEVICE constexpr Word bits_of_digits(Word digits, const KeyOrder& order)
{
  return bits_of_ordered(static_cast<Word>(order.is_descending ? ~digits : digits), order.kind);
}

/// Whether a comparison orders elements by their operators, and in which direction. For elements of
/// two ranges that are no numbers, T is void (common_number).
template <class T, class Compare>
inline constexpr RadixOrder operator_order = RadixOrder::none;
template <class T>
inline constexpr RadixOrder operator_order<T, std::less<>> = RadixOrder::ascending;
template <class T>
  requires(!std::is_void_v<T>)
inline constexpr RadixOrder operator_order<T, std::less<T>> = RadixOrder::ascending;
template <class T>
inline constexpr RadixOrder operator_order<T, std::less<const T&>> = RadixOrder::ascending;
template <class T>
inline constexpr RadixOrder operator_order<T, std::ranges::less> = RadixOrder::ascending;
template <class T>
inline constexpr RadixOrder operator_order<T, std::greater<>> = RadixOrder::descending;
template <class T>
  requires(!std::is_void_v<T>)
inline constexpr RadixOrder operator_order<T, std::greater<T>> = RadixOrder::descending;
template <class T>
inline constexpr RadixOrder operator_order<T, std::ranges::greater> = RadixOrder::descending;
template <class T, class F>
inline constexpr RadixOrder operator_order<T, HostFunction<F>> =
    operator_order<T, std::remove_const_t<F>>;
template <class T, class F>
inline constexpr RadixOrder operator_order<T, FunctionReference<F>> =
    operator_order<T, std::remove_const_t<F>>;

/// How to sort by digits to obtain the order of \c Compare.
template <class T, class Compare>
inline constexpr RadixOrder radix_order =
    RadixSortable<T> ? operator_order<T, Compare> : RadixOrder::none;

template <RadixSortable T, RadixOrder order>
constexpr KeyOrder key_order(bool zeros_are_equal)
{
  return {number_kind<T>, order == RadixOrder::descending, zeros_are_equal};
}

/// The digits of a number, which are the same for both zeros.
template <RadixOrder order, RadixSortable T>
DASH_HOST_DEVICE constexpr auto digits_in(T number)
{
  return digits_of(std::bit_cast<word_of_size<sizeof(T)>>(number), key_order<T, order>(true));
}

/// Compares numbers by the digits that they have as numbers of one type.
template <RadixOrder order, RadixSortable T>
struct LessDigits {
  DASH_HOST_DEVICE constexpr bool operator()(const T& a, const T& b) const
  {
    return digits_in<order>(a) < digits_in<order>(b);
  }
};

/// The type of numbers to which operators convert those of two ranges; void for other elements.
template <class A, class B>
struct CommonNumber {
  using type = void;
};
template <class A, class B>
  requires std::is_arithmetic_v<A> && std::is_arithmetic_v<B>
struct CommonNumber<A, B> {
  using type = std::common_type_t<A, B>;
};
template <class A, class B>
using common_number = typename CommonNumber<std::iter_value_t<A>, std::iter_value_t<B>>::type;

/// Comparisons of elements by unsigned numbers, which they tell; \c digit_bits bits of these
/// matter. Sorts and merges by such a comparison keep the order of equivalent elements.
template <class Compare, class T>
concept OrderOfDigits = requires(const Compare& less, T& element) {
  less.digits(element);
  less.digit_bits;
};

}  // namespace dash::detail
