#pragma once

/// \file
/// Function objects of algorithms that kernels can call, too.

#include <dash/detail/base/Macro.h>
#include <dash/detail/execution/DeviceCallable.h>

#include <type_traits>

namespace dash::detail {

/// Computes element == value.
template <class T>
struct EqualsValue {
  T value;

  DASH_NO_EXECUTION_CHECK
  template <class Element>
  DASH_HOST_DEVICE constexpr bool operator()(const Element& element) const
  {
    return element == value;
  }
};

template <class T>
EqualsValue(const T&) -> EqualsValue<std::decay_t<const T>>;

/// Computes !pred(element).
template <class Predicate>
struct Negated {
  Predicate pred;

  DASH_NO_EXECUTION_CHECK
  template <class Element>
  DASH_HOST_DEVICE constexpr bool operator()(Element&& element)
  {
    return !pred(element);
  }
};

/// Whether neither less(a, b) nor less(b, a) holds.
template <class A, class B, class Compare>
struct Equivalent {
  Compare less;

  DASH_NO_EXECUTION_CHECK
  DASH_HOST_DEVICE constexpr bool operator()(const A& a, const B& b)
  {
    return !less(a, b) && !less(b, a);
  }
};

/// Computes op(b, a).
template <class Op>
struct SwappedOperands {
  Op op;

  DASH_NO_EXECUTION_CHECK
  template <class A, class B>
  DASH_HOST_DEVICE constexpr auto operator()(const A& a, const B& b) const
  {
    return op(b, a);
  }
};

template <class T>
  requires std::is_arithmetic_v<T>
struct IsLibraryFunction<EqualsValue<T>> : std::true_type {};

template <class Predicate>
struct IsLibraryFunction<Negated<Predicate>> : IsLibraryFunction<Predicate> {};

template <class A, class B, class Compare>
struct IsLibraryFunction<Equivalent<A, B, Compare>> : IsLibraryFunction<Compare> {};

template <class Op>
struct IsLibraryFunction<SwappedOperands<Op>> : IsLibraryFunction<Op> {};

}  // namespace dash::detail
