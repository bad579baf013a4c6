#pragma once

/// \file
/// dash::norm, the Euclidean norm.

#include <dash/algorithm/Operation.h>
#include <dash/algorithm/Reduce.h>
#include <dash/detail/algorithm/SourceViews.h>
#include <dash/detail/base/CurrentCall.h>
#include <dash/detail/base/Macro.h>
#include <dash/detail/range/RequireRange.h>

#include <cmath>
#include <functional>
#include <iterator>
#include <limits>
#include <type_traits>

namespace dash {

namespace detail {

/// Computes (x / scale)².
template <class T>
struct ScaledSquare {
  T scale;

  DASH_NO_EXECUTION_CHECK
  template <class Element>
  DASH_HOST_DEVICE constexpr T operator()(const Element& element) const
  {
    const T value = static_cast<T>(element) / scale;
    return value * value;
  }
};

/// Computes |x|.
template <class T>
struct Magnitude {
  DASH_NO_EXECUTION_CHECK
  template <class Element>
  DASH_HOST_DEVICE constexpr T operator()(const Element& element) const
  {
    const T value = static_cast<T>(element);
    return value < 0 ? -value : value;
  }
};

struct NormFunction {
  template <SegmentedIterator Iterator>
    requires(std::is_arithmetic_v<std::iter_value_t<Iterator>>)
  auto operator()(const Iterator& first, const Iterator& last) const
  {
    using Element = std::iter_value_t<Iterator>;
    using T = std::conditional_t<std::is_same_v<Element, long double>, long double, double>;
    const CurrentCall call("dash::norm");
    require_range("dash::norm", first, last);
    const auto sum_of_squares = [&](T scale) {
      return dash::transform_reduce(first, last, T{0}, dash::plus<T>{}, ScaledSquare<T>{scale});
    };
    const T sum = sum_of_squares(1);
    const T smallest = (std::numeric_limits<T>::min)() / std::numeric_limits<T>::epsilon();
    if (sum >= smallest && sum <= (std::numeric_limits<T>::max)()) return std::sqrt(sum);
    const T largest = dash::transform_reduce(first, last, T{0}, dash::max<T>{}, Magnitude<T>{});
    if (std::isnan(sum) || largest == 0 || std::isinf(largest)) return std::sqrt(sum);
    return largest * std::sqrt(sum_of_squares(largest));
  }

  template <SegmentedRange Range>
  auto operator()(Range&& range) const
  {
    return (*this)(range.begin(), range.end());
  }

  template <detail::SourceView View>
  auto operator()(View&& view) const
  {
    auto&& source = detail::as_source(view);
    return (*this)(source);
  }
};

}  // namespace detail

/// The Euclidean norm of the numbers of a global range, <tt>norm(first, last)</tt> or
/// <tt>norm(range)</tt>: the square root of the sum of their squares, which is added as \c double,
/// or as \c long \c double if that is their type. Squares that are too large or too small for the
/// type do not matter: then a second pass scales the elements.
///
/// Collective over the range's team; returns bit-wise the same result on all units. Each unit reads
/// its own elements.
///
/// It is a function object, so that it does not hide a function \c norm of the program for arrays.
inline constexpr detail::NormFunction norm{};

}  // namespace dash
