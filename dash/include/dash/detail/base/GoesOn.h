#pragma once

/// \file
/// Loops that call a function for parts of a range, until it needs no more of them.

#include <dash/detail/base/Macro.h>

#include <type_traits>
#include <utility>

namespace dash::detail {

/// Calls \c f. \return false if it returns false, which says that it needs no more calls; a
/// function that returns nothing needs all of them
DASH_NO_EXECUTION_CHECK
template <class F, class... Args>
DASH_HOST_DEVICE constexpr bool goes_on(F& f, Args&&... args)
{
  if constexpr (std::is_same_v<bool, std::invoke_result_t<F&, Args...>>) {
    return f(std::forward<Args>(args)...);
  } else {
    f(std::forward<Args>(args)...);
    return true;
  }
}

}  // namespace dash::detail
