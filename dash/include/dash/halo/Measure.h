#pragma once

/// \file
/// Quantities that steps of a stencil can sum over all elements.

#include <dash/Types.h>

#include <type_traits>

namespace dash::halo {

/// The square of the change; the root of the sum is the L2 norm of the change.
struct SquaredChange {
  template <class T>
  DASH_HOST_DEVICE constexpr auto operator()(const T& before, const T& after) const
  {
    const auto change = after - before;
    return change * change;
  }
};
inline constexpr SquaredChange squared_change{};

namespace detail {

struct NoMeasure {};

template <class Measure>
inline constexpr bool is_measured = !std::is_same_v<Measure, NoMeasure>;

}  // namespace detail

}  // namespace dash::halo
