#pragma once

/// \file
/// Many calls of a step have the same effect on the same bits. One of them is compiled for GPUs,
/// and stands for all.

#include <dash/algorithm/Operation.h>

#include <functional>
#include <iterator>
#include <type_traits>

namespace dash::detail {

/// Identifies a step on operands of given types.
template <class Step, class... It>
struct Call {};

/// The type of number that represents all types with the same representation.
template <class T>
struct ShippedNumber {
  using type = T;
};
template <>
struct ShippedNumber<char> {
  using type = std::conditional_t<std::is_signed_v<char>, signed char, unsigned char>;
};
template <>
struct ShippedNumber<long long> {
  using type = std::conditional_t<sizeof(long) == sizeof(long long), long, long long>;
};
template <>
struct ShippedNumber<unsigned long long> {
  using type = std::conditional_t<
      sizeof(unsigned long) == sizeof(unsigned long long), unsigned long, unsigned long long>;
};

/// Maps an operation on operands of type T to the same operation on operands of any type.
template <class T, class Op>
struct ShippedOperation {
  using type = Op;
};
template <class T, template <class> class Op>
  requires(
      std::is_arithmetic_v<T> &&
      (std::is_same_v<Op<T>, std::plus<T>> || std::is_same_v<Op<T>, std::minus<T>> ||
       std::is_same_v<Op<T>, std::multiplies<T>> || std::is_same_v<Op<T>, std::divides<T>> ||
       std::is_same_v<Op<T>, std::negate<T>> || std::is_same_v<Op<T>, std::equal_to<T>> ||
       std::is_same_v<Op<T>, std::less<T>> || std::is_same_v<Op<T>, std::greater<T>>))
struct ShippedOperation<T, Op<T>> {
  using type = Op<void>;
};
// Steps convert the result of operations to the type of their own result.
template <class T>
  requires std::is_arithmetic_v<T>
struct ShippedOperation<T, dash::plus<T>> {
  using type = std::plus<>;
};
template <class T>
  requires std::is_arithmetic_v<T>
struct ShippedOperation<T, dash::multiply<T>> {
  using type = std::multiplies<>;
};

/// Applies Map to a type and to all template arguments in it, recursively.
template <template <class> class Map, class T>
struct MappedType : Map<T> {};
template <template <class> class Map, class T>
using mapped_type = typename MappedType<Map, T>::type;

template <template <class> class Map, class T>
struct MappedType<Map, const T> {
  using type = const mapped_type<Map, T>;
};
template <template <class> class Map, class T>
struct MappedType<Map, T*> {
  using type = mapped_type<Map, T>*;
};
template <template <class> class Map, template <class...> class C, class... T>
  requires requires { typename C<mapped_type<Map, T>...>; }
struct MappedType<Map, C<T...>> : Map<C<mapped_type<Map, T>...>> {};
template <template <class> class Map, template <auto, class...> class C, auto kind, class... T>
  requires requires { typename C<kind, mapped_type<Map, T>...>; }
struct MappedType<Map, C<kind, T...>> : Map<C<kind, mapped_type<Map, T>...>> {};

/// Whether all numbers in a type have the type T.
template <class T, class Other>
inline constexpr bool is_made_of = !std::is_arithmetic_v<Other> || std::is_same_v<T, Other>;
template <class T, class Other>
inline constexpr bool is_made_of<T, const Other> = is_made_of<T, Other>;
template <class T, class Other>
inline constexpr bool is_made_of<T, Other*> = is_made_of<T, Other>;
template <class T, class... Others>
inline constexpr bool are_made_of =
    std::conjunction_v<std::bool_constant<is_made_of<T, Others>>...>;
template <class T, template <class...> class C, class... Others>
inline constexpr bool is_made_of<T, C<Others...>> = are_made_of<T, Others...>;
template <class T, template <auto, class...> class C, auto kind, class... Others>
inline constexpr bool is_made_of<T, C<kind, Others...>> = are_made_of<T, Others...>;

template <class T>
struct ShippedOperations {
  template <class Op>
  using on = ShippedOperation<T, Op>;
};

/// Replaces operations on operands of type T by operations on operands of any type, if all operands
/// have the type T.
template <class T, class C>
struct CallOnNumbers {
  using type = C;
};
template <class T, class C>
  requires is_made_of<T, C>
struct CallOnNumbers<T, C> : MappedType<ShippedOperations<T>::template on, C> {};

template <class C>
struct CallOnElements {
  using type = C;
};
template <class Step, class It, class... Others>
struct CallOnElements<Call<Step, It, Others...>>
    : CallOnNumbers<std::iter_value_t<It>, Call<Step, It, Others...>> {};

/// The call whose compiled form in the library has the same effect as Call<Step, It...>.
template <class Step, class... It>
using ShippedCall = typename CallOnElements<mapped_type<ShippedNumber, Call<Step, It...>>>::type;

}  // namespace dash::detail
