#pragma once

/// \file
/// dash::axpy.

#include <dash/algorithm/Transform.h>
#include <dash/detail/base/CurrentCall.h>
#include <dash/detail/base/Macro.h>
#include <dash/detail/execution/DeviceCallable.h>
#include <dash/detail/range/RequireRange.h>

#include <iterator>
#include <type_traits>

namespace dash {

namespace detail {

/// Computes y + alpha x.
template <class T>
struct AddScaled {
  T alpha;

  DASH_NO_EXECUTION_CHECK
  template <class Y, class X>
  DASH_HOST_DEVICE constexpr auto operator()(const Y& y, const X& x) const
  {
    return y + alpha * x;
  }
};

/// The type in which a factor of elements of type \c T is kept: that of the elements, if products
/// are computed in it anyway.
template <class Factor, class T>
struct FactorOf : std::type_identity<Factor> {};
template <class Factor, class T>
  requires(std::is_arithmetic_v<Factor> && std::is_arithmetic_v<T>)
struct FactorOf<Factor, T>
    : std::conditional<std::is_same_v<std::common_type_t<Factor, T>, T>, T, Factor> {};

struct AxpyFunction {
  template <class T, std::random_access_iterator X, SegmentedIterator Y>
  Y operator()(const T& alpha, const X& x, const X& x_last, const Y& y) const
  {
    const CurrentCall call("dash::axpy");
    const auto size = require_range("dash::axpy", x, x_last);
    require_room("dash::axpy", size, y);
    using Factor = typename FactorOf<T, std::iter_value_t<X>>::type;
    return dash::transform(y, y + size, x, y, AddScaled<Factor>{static_cast<Factor>(alpha)});
  }

  template <class T, SegmentedRange X, SegmentedRange Y>
  auto operator()(const T& alpha, X&& x, Y&& y) const
  {
    require_as_long("dash::axpy", x, y);
    return (*this)(alpha, x.begin(), x.end(), y.begin());
  }
};

}  // namespace detail

template <class T>
struct is_device_callable<detail::AddScaled<T>> : std::is_arithmetic<T> {};

/// Computes y[i] += alpha x[i], as <tt>axpy(alpha, x, x_last, y)</tt> or <tt>axpy(alpha, x,
/// y)</tt>, for a range \c x of any distribution, global or native, and a global range.
///
/// Collective over the team of \c y; each unit computes its own elements. Does not synchronise if
/// both are distributed alike, otherwise synchronises before and after.
///
/// \return end of the range that begins at \c y
///
/// It is a function object, so that it does not hide a function \c axpy of the program for arrays.
inline constexpr detail::AxpyFunction axpy{};

}  // namespace dash
