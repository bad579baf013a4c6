#pragma once

/// \file
/// Function objects of algorithms that kernels can call, too.

#include <dash/detail/base/Macro.h>
#include <dash/detail/execution/DeviceCallable.h>

#include <functional>
#include <type_traits>
#include <utility>

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
    requires(std::is_invocable_v<const Op&, const B&, const A&>)
  {
    return op(b, a);
  }

  /// For operations that change their state.
  DASH_NO_EXECUTION_CHECK
  template <class A, class B>
  DASH_HOST_DEVICE constexpr auto operator()(const A& a, const B& b)
    requires(!std::is_invocable_v<const Op&, const B&, const A&>)
  {
    return op(b, a);
  }
};

/// The projection of an element: a function object, or a pointer to a member.
DASH_NO_EXECUTION_CHECK
template <class Proj, class T>
DASH_HOST_DEVICE constexpr decltype(auto) project(Proj& proj, const T& element)
{
  if constexpr (std::is_member_object_pointer_v<Proj>) {
    return (element.*proj);
  } else if constexpr (std::is_member_function_pointer_v<Proj>) {
    return (element.*proj)();
  } else {
    return proj(element);
  }
}

/// The type of the projection of a T, without references.
template <class Proj, class T>
using projection_of =
    std::remove_cvref_t<decltype(project(std::declval<Proj&>(), std::declval<const T&>()))>;

/// Calls a function of one or two elements with their projections.
template <class T, class F, class Proj>
struct Projected {
  F f;
  Proj proj;

  DASH_NO_EXECUTION_CHECK
  DASH_HOST_DEVICE constexpr auto operator()(const T& element) { return f(project(proj, element)); }

  DASH_NO_EXECUTION_CHECK
  DASH_HOST_DEVICE constexpr auto operator()(const T& a, const T& b)
  {
    return f(project(proj, a), project(proj, b));
  }
};

/// A function of projections of elements of type T; without a projection, the function itself.
template <class T, class F, class Proj>
auto projected(F f, Proj proj)
{
  if constexpr (std::is_same_v<Proj, std::identity>) {
    return f;
  } else {
    return Projected<T, F, Proj>{std::move(f), std::move(proj)};
  }
}

/// Calls a function of elements of two ranges with a projection of each.
template <class A, class B, class F, class ProjA, class ProjB>
struct ProjectedPair {
  F f;
  ProjA proj_a;
  ProjB proj_b;

  DASH_NO_EXECUTION_CHECK
  DASH_HOST_DEVICE constexpr auto operator()(const A& a, const B& b)
  {
    return f(project(proj_a, a), project(proj_b, b));
  }
};

/// A function of projections of elements of types A and B; without projections, the function
/// itself.
template <class A, class B, class F, class ProjA, class ProjB>
auto projected_pair(F f, ProjA proj_a, ProjB proj_b)
{
  if constexpr (std::is_same_v<ProjA, std::identity> && std::is_same_v<ProjB, std::identity>) {
    return f;
  } else {
    return ProjectedPair<A, B, F, ProjA, ProjB>{std::move(f), std::move(proj_a), std::move(proj_b)};
  }
}

/// Calls a function of two elements, maybe of different types, with their projections.
template <class F, class Proj>
struct ProjectedOperands {
  F f;
  Proj proj;

  DASH_NO_EXECUTION_CHECK
  template <class A, class B>
  DASH_HOST_DEVICE constexpr auto operator()(const A& a, const B& b)
  {
    return f(project(proj, a), project(proj, b));
  }
};

/// A function of projections of two elements; without a projection, the function itself.
template <class F, class Proj>
auto projected_operands(F f, Proj proj)
{
  if constexpr (std::is_same_v<Proj, std::identity>) {
    return f;
  } else {
    return ProjectedOperands<F, Proj>{std::move(f), std::move(proj)};
  }
}

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
