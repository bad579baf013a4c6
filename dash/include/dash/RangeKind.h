#pragma once

/// \file
/// Tags of ranges that are views in the sense of C++20.

#include <concepts>
#include <span>

namespace dash {

/// Type of the member \c range_kind of ranges that are cheap to copy.
struct CopiedRange {};
/// Type of the member \c range_kind of ranges that are cheap to copy and whose iterators may
/// outlive them.
struct BorrowedRange : CopiedRange {};

/// Ranges that say that they are cheap to copy: \c std::ranges::enable_view holds for them.
template <class X>
concept LightRange = std::derived_from<typename X::range_kind, CopiedRange>;

/// Light ranges whose iterators outlive them: \c std::ranges::enable_borrowed_range holds for them.
template <class X>
concept FreeRange = std::derived_from<typename X::range_kind, BorrowedRange>;

}  // namespace dash

/// \cond
template <class X>
  requires dash::LightRange<X>
inline constexpr bool std::ranges::enable_view<X> = true;

template <class X>
  requires dash::FreeRange<X>
inline constexpr bool std::ranges::enable_borrowed_range<X> = true;
/// \endcond
