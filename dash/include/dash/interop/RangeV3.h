#pragma once

/// \file
/// Makes views of this library views of range-v3.
///
/// Include it in sources that pass views such as \c dash::sub(1,n,array) to \c ranges::views;
/// arrays do not need it. This is the only header of the library that includes range-v3.

#include <dash/RangeKind.h>
#include <dash/View.h>

#include <range/v3/range/concepts.hpp>

/// \cond
template <class X>
  requires dash::LightRange<X>
inline constexpr bool ranges::enable_view<X> = true;

template <class X>
  requires dash::FreeRange<X>
inline constexpr bool ranges::enable_borrowed_range<X> = true;
/// \endcond
