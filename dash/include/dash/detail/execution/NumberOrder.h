#pragma once

/// \file
/// The place of elements that are no numbers (NaN), of any floating-point type.
///
/// Comparisons hold for no NaN, so they are no order of elements with one. Sorts and selections
/// put each NaN behind all numbers, or in front of them if its sign bit is set (IEEE 754,
/// totalOrder). The smallest and the largest element is a NaN only if there are no numbers (IEEE
/// 754, minimumNumber and maximumNumber).

#include <dash/detail/base/Floating.h>
#include <dash/detail/base/Macro.h>
#include <dash/detail/execution/Callable.h>
#include <dash/detail/execution/FunctionObjects.h>
#include <dash/detail/execution/RadixOrder.h>

#include <functional>
#include <type_traits>

namespace dash::detail {

/// Whether a comparison orders elements by their operators, and in which direction.
template <class T, class Compare>
inline constexpr RadixOrder operator_order = RadixOrder::none;
template <class T>
inline constexpr RadixOrder operator_order<T, std::less<>> = RadixOrder::ascending;
template <class T>
inline constexpr RadixOrder operator_order<T, std::less<T>> = RadixOrder::ascending;
template <class T>
inline constexpr RadixOrder operator_order<T, std::less<const T&>> = RadixOrder::ascending;
template <class T>
inline constexpr RadixOrder operator_order<T, std::ranges::less> = RadixOrder::ascending;
template <class T>
inline constexpr RadixOrder operator_order<T, std::greater<>> = RadixOrder::descending;
template <class T>
inline constexpr RadixOrder operator_order<T, std::greater<T>> = RadixOrder::descending;
template <class T>
inline constexpr RadixOrder operator_order<T, std::ranges::greater> = RadixOrder::descending;

/// The direction in which a comparison orders floating-point elements, or their projections; none
/// for other elements and comparisons.
template <class T, class Compare>
inline constexpr RadixOrder number_order =
    is_floating<T> ? operator_order<T, Compare> : RadixOrder::none;
template <class T, class F, class Proj>
inline constexpr RadixOrder number_order<T, Projected<T, F, Proj>> =
    number_order<projection_of<Proj, T>, F>;
template <class T, class F>
inline constexpr RadixOrder number_order<T, SwappedOperands<F>> =
    number_order<T, F> == RadixOrder::none        ? RadixOrder::none
    : number_order<T, F> == RadixOrder::ascending ? RadixOrder::descending
                                                  : RadixOrder::ascending;
template <class T, class F>
inline constexpr RadixOrder number_order<T, HostFunction<F>> =
    number_order<T, std::remove_const_t<F>>;

/* ---- sorts -------------------------------------------------------------------------------- */

/// Compares numbers that cannot be sorted by digits.
template <RadixOrder order, class T>
struct LessNumbers {
  constexpr bool operator()(const T& a, const T& b) const
  {
    return order == RadixOrder::ascending ? is_less(a, b) : is_less(b, a);
  }

 private:
  static constexpr int rank(const T& number)
  {
    if (!is_nan(number)) return 0;
    return __builtin_signbit(number) ? -1 : 1;
  }
  static constexpr bool is_less(const T& a, const T& b) { return a < b || rank(a) < rank(b); }
};

template <RadixOrder order, class T>
struct NumberComparison {
  using type = LessNumbers<order, T>;
};
template <RadixOrder order, RadixSortable T>
struct NumberComparison<order, T> {
  using type = LessDigits<order, T>;
};

/// The order in which sorts put elements, for a comparison of the caller. Where elements can be
/// sorted by digits, this is the comparison by which RadixOrder.h knows it.
template <class T, class Compare>
auto order_of_sorted(Compare less)
{
  constexpr RadixOrder order = operator_order<T, Compare>;
  if constexpr (RadixSortable<T> && order == RadixOrder::ascending) {
    return std::less<>{};
  } else if constexpr (RadixSortable<T> && order == RadixOrder::descending) {
    return std::greater<>{};
  } else if constexpr (number_order<T, Compare> != RadixOrder::none) {
    return typename NumberComparison<order, T>::type{};
  } else {
    return less;
  }
}

/// The same for a comparison of projections.
template <class T, class F, class Proj>
auto order_of_sorted(Projected<T, F, Proj> less)
{
  constexpr RadixOrder order = number_order<T, Projected<T, F, Proj>>;
  if constexpr (order != RadixOrder::none) {
    using Comparison = typename NumberComparison<order, projection_of<Proj, T>>::type;
    return Projected<T, Comparison, Proj>{{}, std::move(less.proj)};
  } else {
    return less;
  }
}

/* ---- extreme elements --------------------------------------------------------------------- */

/// Whether what a comparison of numbers compares of an element is NaN.
DASH_NO_EXECUTION_CHECK
template <class Compare, class T>
DASH_HOST_DEVICE constexpr bool compares_nan(const Compare&, const T& element)
{
  return is_nan(element);
}
DASH_NO_EXECUTION_CHECK
template <class T, class F, class Proj>
DASH_HOST_DEVICE constexpr bool compares_nan(const Projected<T, F, Proj>& compare, const T& element)
{
  Proj proj = compare.proj;
  return is_nan(project(proj, element));
}
template <class F, class T>
bool compares_nan(const HostFunction<F>& compare, const T& element)
{
  return compares_nan(compare.get(), element);
}

/// Whether the first element is better than the second one, or a number in place of none.
template <class T, class Better>
struct BetterNumber {
  Better better;

  DASH_NO_EXECUTION_CHECK
  DASH_HOST_DEVICE constexpr bool operator()(const T& a, const T& b)
  {
    return better(a, b) || (compares_nan(better, b) && !compares_nan(better, a));
  }
};

/// The comparison that finds the best element.
template <class T, class Better>
auto order_of_extremes(Better better)
{
  if constexpr (number_order<T, Better> != RadixOrder::none) {
    return BetterNumber<T, Better>{std::move(better)};
  } else {
    return better;
  }
}

}  // namespace dash::detail
