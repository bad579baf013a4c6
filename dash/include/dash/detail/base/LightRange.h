#pragma once

/// \file
/// Marks ranges that are views in the sense of C++20.

#include <concepts>
#include <span>

namespace dash::detail {

/// Type of the member \c range_kind of ranges that are cheap to copy.
struct CopiedRange {};
/// Type of the member \c range_kind of ranges that are cheap to copy and whose iterators may
/// outlive them.
struct BorrowedRange : CopiedRange {};

template <class X>
concept LightRange = std::derived_from<typename X::range_kind, CopiedRange>;

template <class X>
concept FreeRange = std::derived_from<typename X::range_kind, BorrowedRange>;

}  // namespace dash::detail

template <class X>
  requires dash::detail::LightRange<X>
inline constexpr bool std::ranges::enable_view<X> = true;

template <class X>
  requires dash::detail::FreeRange<X>
inline constexpr bool std::ranges::enable_borrowed_range<X> = true;
