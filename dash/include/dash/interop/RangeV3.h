/**
 * \file dash/interop/RangeV3.h
 * Views of this library as views of range-v3.
 *
 * Include it in sources that pass views such as \c dash::sub(1,n,array) to \c ranges::views; arrays
 * need nothing. The only header of the library that includes range-v3.
 */
#ifndef DASH__INTEROP__RANGE_V3_H__INCLUDED
#define DASH__INTEROP__RANGE_V3_H__INCLUDED

#include <dash/View.h>
#include <dash/internal/LightRange.h>

#include <range/v3/range/concepts.hpp>

template <class X>
  requires dash::internal::LightRange<X>
inline constexpr bool ranges::enable_view<X> = true;

template <class X>
  requires dash::internal::FreeRange<X>
inline constexpr bool ranges::enable_borrowed_range<X> = true;

#endif  // DASH__INTEROP__RANGE_V3_H__INCLUDED
