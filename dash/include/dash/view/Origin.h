#pragma once

/// \file
/// The container at the root of a view.

#include <dash/view/Domain.h>

#include <utility>

namespace dash {

/// The container, or its local proxy, from which a view was originally made.
template <ViewOperand X>
decltype(auto) origin(X&& x)
{
  if constexpr (ViewExpression<X>) {
    return detail::part_of<X>(x.origin());
  } else {
    return std::forward<X>(x);
  }
}

}  // namespace dash
