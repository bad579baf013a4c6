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

  /// Called with operations that change their state.
  DASH_NO_EXECUTION_CHECK
  template <class A, class B>
  DASH_HOST_DEVICE constexpr auto operator()(const A& a, const B& b)
    requires(!std::is_invocable_v<const Op&, const B&, const A&>)
  {
    return op(b, a);
  }
};

/// Tells whether an element is greater: as std::greater, which kernels know, or by the operator <
/// of elements that have no other one.
template <class T>
using Greater = std::conditional_t<
    std::is_invocable_v<std::greater<>, const T&, const T&>, std::greater<>,
    SwappedOperands<std::less<>>>;

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

/// The member of an element to which a pointer refers, or its result.
template <class Member>
struct MemberAccess {
  Member member;

  DASH_NO_EXECUTION_CHECK
  template <class T>
  DASH_HOST_DEVICE constexpr decltype(auto) operator()(const T& element) const
  {
    return project(member, element);
  }
};

/// A function of elements that programs may give as a pointer to a member.
template <class F>
auto as_function(F f)
{
  if constexpr (std::is_member_pointer_v<F>) {
    return MemberAccess<F>{f};
  } else {
    return f;
  }
}

/// The function that is true where a predicate is not.
template <class Predicate>
auto negated(Predicate pred)
{
  return Negated<decltype(as_function(std::move(pred)))>{as_function(std::move(pred))};
}

/// Calls a function of one or two elements with their projections.
template <class T, class F, class Proj>
struct Projected {
  F f;
  Proj proj;

  DASH_NO_EXECUTION_CHECK
  DASH_HOST_DEVICE constexpr auto operator()(const T& element) { return f(project(proj, element)); }

  /// Called with functions that do not change their state.
  DASH_NO_EXECUTION_CHECK
  DASH_HOST_DEVICE constexpr auto operator()(const T& element) const
    requires(std::is_invocable_v<const F&, projection_of<const Proj, T>>)
  {
    return f(project(proj, element));
  }

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
    return as_function(std::move(f));
  } else {
    return Projected<T, decltype(as_function(std::move(f))), Proj>{
        as_function(std::move(f)), std::move(proj)};
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

  /// Called with functions that do not change their state.
  DASH_NO_EXECUTION_CHECK
  DASH_HOST_DEVICE constexpr auto operator()(const A& a, const B& b) const
    requires(
        std::is_invocable_v<const F&, projection_of<const ProjA, A>, projection_of<const ProjB, B>>)
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

/// \throws exception::InvalidArgument
[[noreturn]] DASH_API void throw_two_projections();

/// In place of a projection of the second of two ranges: that of the first is for both.
struct SameProjection {};

/// Calls a function of two elements of two ranges, in any order, with their projections. Elements
/// that the only projection does not accept are taken as they are.
template <class A, class F, class ProjA, class ProjB>
struct ProjectedOperands {
  F f;
  ProjA proj_a;
  ProjB proj_b;

  DASH_NO_EXECUTION_CHECK
  template <class T, class U>
  DASH_HOST_DEVICE constexpr auto operator()(const T& a, const U& b)
  {
    return f(projection(a), projection(b));
  }

 private:
  DASH_NO_EXECUTION_CHECK
  template <class T>
  DASH_HOST_DEVICE constexpr decltype(auto) projection(const T& element)
  {
    if constexpr (!std::is_same_v<ProjB, SameProjection> && !std::is_same_v<T, A>) {
      return project(proj_b, element);
    } else if constexpr (std::is_invocable_v<ProjA&, const T&>) {
      return project(proj_a, element);
    } else {
      static_assert(!std::is_same_v<T, A>, "the projection cannot be called with an element");
      return (element);
    }
  }
};

/// A function of projections of two elements; without a projection, the function itself.
///
/// \tparam A, B    types of the elements of both ranges
/// \param proj_b  SameProjection if there is one projection for both ranges
template <class A, class B, class F, class ProjA, class ProjB>
auto projected_operands(F f, ProjA proj_a, ProjB proj_b)
{
  static_assert(
      !std::is_same_v<A, B> || std::is_same_v<ProjB, SameProjection> ||
          std::is_same_v<ProjA, ProjB>,
      "elements of both ranges have one type, so one projection is for all of them: pass one");
  if constexpr (std::is_member_pointer_v<ProjB> && std::is_same_v<A, B>) {
    if (proj_a != proj_b) throw_two_projections();
  }
  constexpr bool is_one = std::is_same_v<ProjB, SameProjection> || std::is_same_v<ProjB, ProjA>;
  if constexpr (std::is_same_v<ProjA, std::identity> && is_one) {
    return f;
  } else {
    return ProjectedOperands<A, F, ProjA, ProjB>{
        std::move(f), std::move(proj_a), std::move(proj_b)};
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
