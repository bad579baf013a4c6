#pragma once

/// \file
/// How values are set unless there is an operation.

namespace dash::halo {

/// The new value.
struct ReplaceWith {
  template <class T>
  constexpr T operator()(const T& /*old_value*/, const T& new_value) const
  {
    return new_value;
  }
};

}  // namespace dash::halo
