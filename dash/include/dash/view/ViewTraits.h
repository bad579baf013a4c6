#pragma once

/// \file
/// Properties of views, containers and index sets at compile time.

#include <dash/Types.h>
#include <dash/meta/HasType.h>
#include <dash/view/Index.h>

#include <type_traits>

namespace dash {

namespace detail {

DASH__META__DEFINE_TRAIT__HAS_TYPE(domain_type)
DASH__META__DEFINE_TRAIT__HAS_TYPE(index_set_type)
DASH__META__DEFINE_TRAIT__HAS_TYPE(local_type)

template <class X>
struct ViewTraits;

/// Views have all properties as members.
template <ViewExpression X>
struct ViewTraits<X> {
  using is_view = std::true_type;
  using is_origin = std::false_type;
  using is_local = std::bool_constant<X::is_local()>;
  using domain_type = typename X::domain_type;
  using origin_type = typename X::origin_type;
  using global_type = typename X::global_type;
  using index_set_type = typename X::index_set_type;
};

template <class X>
struct GlobalOf {
  using type = X;
};
template <LocalViewOrigin X>
  requires requires { typename X::origin_type; }
struct GlobalOf<X> {
  using type = typename X::origin_type;
};

template <class X>
  requires(!ViewExpression<X> && !AnyIndexSet<X>)
struct ViewTraits<X> {
  using is_view = std::false_type;
  using is_origin = std::true_type;
  using is_local = std::bool_constant<LocalViewOrigin<X>>;
  using domain_type = X;
  using origin_type = X;
  using global_type = typename GlobalOf<X>::type;
  using index_set_type = index_set_of<X>;
};

template <AnyIndexSet X>
struct ViewTraits<X> {
  using is_view = std::false_type;
  using is_origin = std::true_type;
  using is_local = std::bool_constant<X::is_local()>;
  using domain_type = typename X::domain_type;
  using origin_type = X;
  using global_type = typename X::global_type;
  using index_set_type = X;
};

}  // namespace detail

/// Whether X is a view; containers, their local proxies and index sets are not.
template <class X>
struct is_view : std::bool_constant<ViewExpression<X>> {};

/// Properties of views, containers, local proxies and index sets. References have the properties of
/// the type.
template <class X>
struct view_traits : detail::ViewTraits<std::remove_cvref_t<X>> {
 private:
  using type = std::remove_cvref_t<X>;

 public:
  using is_projection = std::false_type;
  using rank = std::integral_constant<dim_t, type::rank::value>;
  using image_type = type;
  using local_type = typename type::local_type;
  using index_type = typename type::index_type;
  using size_type = typename type::size_type;
  using pattern_type = typename type::pattern_type;
};

}  // namespace dash
