#pragma once

/// \file
/// The neighbours that a stencil reads.

#include <dash/halo/StencilPoint.h>

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <utility>

namespace dash::halo {

/// A stencil of \c K points; their order gives the numbers by which iterators identify the
/// neighbours.
template <class StencilPointT, std::size_t K>
class StencilSpec {
 public:
  using StencilPoint_t = StencilPointT;
  using StencilArray_t = std::array<StencilPointT, K>;
  /// Smallest and largest offset in a dimension; the former is at most 0, the latter at least 0.
  using MinMax = std::pair<spoint_value_t, spoint_value_t>;
  using MinMaxes = std::array<MinMax, StencilPointT::ndim()>;

  constexpr StencilSpec(const StencilArray_t& points) : points_(points) {}

  /// The same from a list in braces.
  constexpr StencilSpec(const StencilPointT (&points)[K])
    requires(K > 1)
      : points_(std::to_array(points))
  {}

  template <std::convertible_to<StencilPointT>... Points>
    requires(sizeof...(Points) == K)
  constexpr StencilSpec(const Points&... points) : points_{{points...}}
  {}

  static constexpr dim_t ndim() { return StencilPointT::ndim(); }
  static constexpr std::size_t num_stencil_points() { return K; }

  constexpr const StencilArray_t& specs() const { return points_; }
  constexpr const StencilPointT& operator[](std::size_t i) const { return points_[i]; }

  /// Number of the point with the same offsets, and whether there is one.
  constexpr std::pair<std::size_t, bool> index(const StencilPointT& point) const
  {
    const auto found = std::find_if(points_.begin(), points_.end(), [&](const auto& candidate) {
      return candidate.values() == point.values();
    });
    return {static_cast<std::size_t>(found - points_.begin()), found != points_.end()};
  }

  constexpr MinMaxes minmax_distances() const
  {
    MinMaxes result{};
    for (std::size_t d = 0; d < result.size(); ++d) {
      result[d] = minmax_distances(static_cast<dim_t>(d));
    }
    return result;
  }

  constexpr MinMax minmax_distances(dim_t dimension) const
  {
    MinMax result{};
    for (const auto& point : points_) {
      const spoint_value_t offset = point[static_cast<std::size_t>(dimension)];
      result = {(std::min)(result.first, offset), (std::max)(result.second, offset)};
    }
    return result;
  }

 private:
  StencilArray_t points_;
};

template <class StencilPointT, class... Points>
StencilSpec(const StencilPointT&, const Points&...)
    -> StencilSpec<StencilPointT, 1 + sizeof...(Points)>;

}  // namespace dash::halo
