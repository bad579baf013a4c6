/**
 * \file dash/view/Intersect.h
 * Common elements of views.
 */
#ifndef DASH__VIEW__INTERSECT_H__INCLUDED
#define DASH__VIEW__INTERSECT_H__INCLUDED

#include <dash/internal/Region.h>
#include <dash/view/Sub.h>

namespace dash {

/** View of the elements of \c a's domain whose indices belong to both views. Local. */
template <internal::Viewable A, internal::Viewable B>
auto intersect(A&& a, B&& b)
{
  const auto a_region = dash::index(a).region();
  const auto b_region = dash::index(b).region();
  static_assert(
      decltype(dash::index(a))::is_local() == decltype(dash::index(b))::is_local(),
      "dash::intersect: indices of local and global views have nothing in common");
  using Domain = internal::domain_of<decltype(dash::domain(a))>;
  const auto common = internal::intersection(a_region, b_region);
  return SubView<Domain>(
      internal::StoredDomain<Domain>(dash::domain(a)),
      internal::relative_to(dash::index(dash::domain(a)).region(), common));
}

}  // namespace dash

#endif  // DASH__VIEW__INTERSECT_H__INCLUDED
