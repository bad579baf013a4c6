#pragma once

/// \file
/// Index sets of views, containers and global ranges.

#include <dash/iterator/IteratorTraits.h>
#include <dash/view/IndexSet.h>

#include <concepts>
#include <type_traits>

namespace dash {

namespace detail {

template <class X>
concept HasIndexSet = requires(const X& x) { x.index_set(); };

/// Containers and their local proxies, which are ranges with a pattern.
template <class X>
concept Origin = !HasIndexSet<X> && !IndexSet<X> && requires(const X& x) {
  typename X::pattern_type;
  typename X::local_type;
  x.pattern();
  x.begin();
  x.end();
};

/// The calling unit's part of a container, which is its own local part.
template <class X>
concept LocalOrigin = Origin<X> && std::same_as<X, typename X::local_type>;

/// Pairs of iterators of a container.
template <class X>
concept GlobalIteratorPair = !HasIndexSet<X> && !Origin<X> && requires(const X& x) {
  { x.begin() } -> GlobalIterator;
  { x.end() } -> GlobalIterator;
};

template <class X>
concept Indexed = HasIndexSet<X> || Origin<X> || GlobalIteratorPair<X>;

}  // namespace detail

/// The indices of a view's elements in the view's origin; for a container or its local part, all
/// indices. Local call.
template <detail::Indexed X>
auto index(const X& x)
{
  if constexpr (detail::HasIndexSet<X>) {
    return x.index_set();
  } else if constexpr (detail::Origin<X>) {
    const IndexSetIdentity<typename X::pattern_type, detail::LocalOrigin<X>> all(x.pattern());
    if constexpr (requires { x.region(); }) {
      return IndexSetSub(all, x.region());
    } else {
      return all;
    }
  } else {
    using Iterator = decltype(x.begin());
    using Pattern = typename Iterator::pattern_type;
    using size_type = typename Pattern::size_type;
    const auto first = x.begin().gpos();
    return IndexSetSub(
        IndexSetIdentity<Pattern>(x.begin().pattern()),
        typename Pattern::viewspec_type(
            {{first}}, {{static_cast<size_type>(x.end().gpos() - first)}}));
  }
}

namespace detail {

template <class X>
using index_set_of = decltype(dash::index(std::declval<const X&>()));

}  // namespace detail

}  // namespace dash
