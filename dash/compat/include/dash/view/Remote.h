#pragma once

/// \file
/// Views of the elements that a given unit owns.

#include <dash/Exception.h>
#include <dash/UnitId.h>
#include <dash/view/Local.h>

#include <utility>

namespace dash {

/// The elements of a view that \c unit owns, as dash::local gives them. Local call.
/// \throws exception::NotImplemented  for units other than the calling one
template <ViewOperand X>
decltype(auto) remote(team_unit_t unit, X&& view)
{
  const team_unit_t me = view.pattern().team().myid();
  if (unit != me) {
    DASH_THROW(
        exception::NotImplemented, "dash::remote: elements of unit "
                                       << unit << " are asked for on unit " << me
                                       << "; use global references, such as dash::sub gives");
  }
  return dash::local(std::forward<X>(view));
}

}  // namespace dash
