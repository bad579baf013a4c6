#pragma once

/// \file
/// Makes views of this library views of range-v3.
///
/// Include it in sources that pass views such as \c dash::sub(1,n,array) to \c ranges::views;
/// arrays do not need it. This is the only header of the library that includes range-v3.

#include <dash/View.h>
#include <dash/detail/base/LightRange.h>

#include <range/v3/range/concepts.hpp>

template <class X>
  requires dash::detail::LightRange<X>
inline constexpr bool ranges::enable_view<X> = true;

template <class X>
  requires dash::detail::FreeRange<X>
inline constexpr bool ranges::enable_borrowed_range<X> = true;
