#pragma once

/// \file
/// Concepts of the domains of views: containers, their local parts, other views, pairs of
/// iterators.

#include <dash/RangeKind.h>
#include <dash/iterator/IteratorTraits.h>

#include <concepts>
#include <span>
#include <type_traits>

namespace dash {

/// Expressions such as \c sub(1,n,array), whose values refer to the elements of a domain.
template <class X>
concept ViewExpression = std::remove_cvref_t<X>::is_view_expression::value;

/// Values of \c dash::index: the indices of a view's elements.
template <class X>
concept AnyIndexSet = std::remove_cvref_t<X>::is_index_set::value;

/// Containers and their local proxies, which are ranges with a pattern.
template <class X>
concept ViewOrigin = !ViewExpression<X> && !AnyIndexSet<X> && requires(const X& x) {
  typename X::pattern_type;
  typename X::local_type;
  x.pattern();
  x.begin();
  x.end();
};

/// The calling unit's part of a container, which is its own local part.
template <class X>
concept LocalViewOrigin = ViewOrigin<X> && std::same_as<X, typename X::local_type>;

/// Pairs of iterators of a one-dimensional container.
template <class X>
concept GlobalIteratorPair = !ViewExpression<X> && !ViewOrigin<X> && requires(const X& x) {
  { x.begin() } -> GlobalIterator;
  { x.end() } -> GlobalIterator;
  requires decltype(x.begin())::ndim() == 1;
};

/// Ranges whose elements have indices, which \c dash::index returns.
template <class X>
concept IndexedRange = ViewExpression<X> || ViewOrigin<X> || GlobalIteratorPair<X>;

/// Arguments of type \c X&& from which views can be made: views, pairs of global iterators, and
/// containers that outlive the expression.
template <class X>
concept ViewableRange =
    IndexedRange<std::remove_cvref_t<X>> &&
    (std::is_lvalue_reference_v<X> || std::ranges::enable_view<std::remove_cvref_t<X>>);

/// Arguments of functions on views, which may also be index sets.
template <class X>
concept ViewOperand = ViewableRange<X> || AnyIndexSet<X>;

}  // namespace dash
