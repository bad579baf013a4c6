/**
 * \file dash/view/Origin.h
 * The container at the root of a view.
 */
#ifndef DASH__VIEW__ORIGIN_H__INCLUDED
#define DASH__VIEW__ORIGIN_H__INCLUDED

#include <dash/view/Domain.h>

#include <utility>

namespace dash {

/** The container, or local proxy of one, that a view was built from in the first place. */
template <internal::ViewOperand X>
decltype(auto) origin(X&& x)
{
  if constexpr (internal::View<X>) {
    return internal::part_of<X>(x.origin());
  } else {
    return std::forward<X>(x);
  }
}

}  // namespace dash

#endif  // DASH__VIEW__ORIGIN_H__INCLUDED
