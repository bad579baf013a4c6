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
#include <utility>

namespace dash::detail {

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

/// The order in which sorts put elements, which algorithms on sorted ranges use, too. For numbers,
/// it is the order of \c Compare, in which NaN has a place, too.
/// \tparam T  type of the elements, or common_number of two ranges
template <class T, class Compare>
auto in_sorted_order(Compare less)
{
  if constexpr (is_floating<T> && operator_order<T, Compare> != RadixOrder::none) {
    return typename NumberComparison<operator_order<T, Compare>, T>::type{};
  } else {
    return less;
  }
}

/// The order by which sorts sort, for a comparison of the caller. Where digits can sort the
/// elements, this is the comparison that kernels are compiled for.
template <class T, class Compare>
auto order_of_sorted(Compare less)
{
  if constexpr (radix_order<T, Compare> == RadixOrder::ascending) {
    return std::less<>{};
  } else if constexpr (radix_order<T, Compare> == RadixOrder::descending) {
    return std::greater<>{};
  } else {
    return in_sorted_order<T>(std::move(less));
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
