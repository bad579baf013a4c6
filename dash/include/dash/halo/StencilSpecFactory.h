#pragma once

/// \file
/// Stencils of common shapes.

#include <dash/halo/StencilSpec.h>

#include <array>
#include <cstddef>
#include <vector>

namespace dash::halo {

namespace detail {

/// Offsets of all neighbours whose distance is at most \c distance in each dimension, in row-major
/// order.
template <dim_t N>
std::vector<StencilPoint<N>> full_stencil(spoint_value_t distance)
{
  std::vector<StencilPoint<N>> points;
  std::array<spoint_value_t, N> offsets;
  offsets.fill(static_cast<spoint_value_t>(-distance));
  const auto advance = [&] {
    for (std::size_t d = N; d-- > 0;) {
      if (offsets[d] < distance) {
        ++offsets[d];
        return true;
      }
      offsets[d] = static_cast<spoint_value_t>(-distance);
    }
    return false;
  };
  do {
    const StencilPoint<N> point(offsets);
    if ((point.max)() > 0) points.push_back(point);
  } while (advance());
  return points;
}

}  // namespace detail

/// Creates stencils of points of a type.
template <class StencilPointT>
struct StencilSpecFactory {
  static constexpr dim_t N = StencilPointT::ndim();

  /// All neighbours whose distance is at most \c distance in each dimension:
  /// \c full_stencil_spec<2>(). The distance is a template argument because the number of points is
  /// part of the type.
  template <spoint_value_t distance>
  static auto full_stencil_spec()
  {
    constexpr std::size_t count = number_of_neighbors(distance);
    std::array<StencilPointT, count> points;
    const auto all = detail::full_stencil<N>(distance);
    for (std::size_t i = 0; i < count; ++i) points[i] = StencilPointT(all[i].values());
    return StencilSpec<StencilPointT, count>(points);
  }

 private:
  static constexpr std::size_t number_of_neighbors(std::size_t distance)
  {
    std::size_t result = 1;
    for (dim_t d = 0; d < N; ++d) result *= 2 * distance + 1;
    return result - 1;
  }
};

}  // namespace dash::halo
