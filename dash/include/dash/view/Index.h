#pragma once

/// \file
/// Index sets of views, containers and global ranges.

#include <dash/view/IndexSet.h>

#include <type_traits>
#include <utility>

namespace dash {

namespace detail {

/// The elements of a view, a container, its local part, or a pair of iterators.
template <IndexedRange X>
auto section_of(const X& x)
{
  if constexpr (requires { x.section(); }) {
    return x.section();
  } else if constexpr (ViewOrigin<X>) {
    constexpr auto space = LocalViewOrigin<X> ? IndexSpace::local : IndexSpace::global;
    return Section<typename X::pattern_type, space>(x.pattern());
  } else {
    using Pattern = typename decltype(x.begin())::pattern_type;
    using size_type = typename Pattern::size_type;
    const auto first = x.begin().gpos();
    const auto size = static_cast<size_type>(x.end().gpos() - first);
    return Section<Pattern>(x.begin().pattern(), {{{first}}, {{size}}});
  }
}

/// The section of a domain, which may be constant.
template <class Domain>
using section_type_of = decltype(section_of(std::declval<const Domain&>()));

}  // namespace detail

/// The indices of a view's elements in the view's origin; for a container or its local part, all
/// indices. Local call.
template <IndexedRange X>
auto index(const X& x)
{
  if constexpr (ViewExpression<X>) {
    return x.index_set();
  } else {
    return IndexSet<detail::section_type_of<X>>(detail::section_of(x));
  }
}

namespace detail {

template <class X>
using index_set_of = decltype(dash::index(std::declval<const X&>()));

}  // namespace detail

}  // namespace dash
