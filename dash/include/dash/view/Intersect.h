#pragma once

/// \file
/// Common elements of views.

#include <dash/view/Sub.h>

#include <type_traits>
#include <utility>

namespace dash {

/// View of the elements whose indices belong to both views: of \c a's domain, or of \c a itself if
/// that is the local part of its domain. Local call.
template <ViewableRange A, ViewableRange B>
auto intersect(A&& a, B&& b)
{
  const auto elements = detail::section_of(a);
  const auto others = detail::section_of(b);
  static_assert(
      decltype(elements)::space == decltype(others)::space,
      "dash::intersect: indices of local and global views have nothing in common");
  const auto common = elements.in(others.box());
  using Domain = detail::domain_of<decltype(dash::domain(a))>;
  if constexpr (std::is_same_v<
                    detail::section_type_of<Domain>, std::remove_const_t<decltype(common)>>) {
    return SubView<Domain>(StoredDomain<Domain>(dash::domain(a)), common);
  } else {
    using View = detail::domain_of<A>;
    return SubView<View>(StoredDomain<View>(std::forward<A>(a)), common);
  }
}

}  // namespace dash
