#pragma once

/// \file
/// Common elements of views.

#include <dash/detail/pattern/Box.h>
#include <dash/view/Sub.h>

namespace dash {

/// View of the elements of \c a's domain whose indices belong to both views. Local call.
template <detail::Viewable A, detail::Viewable B>
auto intersect(A&& a, B&& b)
{
  const auto a_region = dash::index(a).region();
  const auto b_region = dash::index(b).region();
  static_assert(
      decltype(dash::index(a))::is_local() == decltype(dash::index(b))::is_local(),
      "dash::intersect: indices of local and global views have nothing in common");
  using Domain = detail::domain_of<decltype(dash::domain(a))>;
  const auto common = detail::intersection(a_region, b_region);
  return SubView<Domain>(
      detail::StoredDomain<Domain>(dash::domain(a)),
      detail::relative_to(dash::index(dash::domain(a)).region(), common));
}

}  // namespace dash
