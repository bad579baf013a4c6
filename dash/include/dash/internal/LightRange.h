/**
 * \file dash/internal/LightRange.h
 * Ranges that are views in the sense of C++20.
 */
#ifndef DASH__INTERNAL__LIGHT_RANGE_H__INCLUDED
#define DASH__INTERNAL__LIGHT_RANGE_H__INCLUDED

#include <concepts>
#include <span>

namespace dash::internal {

/** Member type \c range_kind of ranges that are cheap to copy … */
struct CopiedRange {};
/** … and whose iterators outlive them. */
struct BorrowedRange : CopiedRange {};

template <class X>
concept LightRange = std::derived_from<typename X::range_kind, CopiedRange>;

template <class X>
concept FreeRange = std::derived_from<typename X::range_kind, BorrowedRange>;

}  // namespace dash::internal

template <class X>
  requires dash::internal::LightRange<X>
inline constexpr bool std::ranges::enable_view<X> = true;

template <class X>
  requires dash::internal::FreeRange<X>
inline constexpr bool std::ranges::enable_borrowed_range<X> = true;

#endif  // DASH__INTERNAL__LIGHT_RANGE_H__INCLUDED
