#pragma once

/// \file
/// The regions that stencils reach.

#include <dash/halo/RegionSpec.h>
#include <dash/halo/StencilSpec.h>
#include <dash/halo/StencilSpecFactory.h>

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <type_traits>
#include <utility>

namespace dash::halo {

/// Widths of all regions; the width of regions that no stencil reaches is 0.
template <dim_t N>
class HaloSpec {
 public:
  using RegionSpec_t = RegionSpec<N>;
  using Specs_t = std::array<RegionSpec_t, detail::NumRegionsMax<N>>;
  using extent_pair = std::pair<region_extent_t, region_extent_t>;

  /// A halo without regions.
  constexpr HaloSpec()
  {
    for (region_index_t r = 0; r < specs_.size(); ++r) specs_[r] = RegionSpec_t(r, 0);
  }

  constexpr explicit HaloSpec(const Specs_t& specs) : HaloSpec()
  {
    for (const auto& spec : specs) widen(spec);
  }

  template <std::same_as<RegionSpec_t>... Specs>
    requires(sizeof...(Specs) > 0)
  constexpr explicit HaloSpec(const Specs&... specs) : HaloSpec()
  {
    (widen(specs), ...);
  }

  template <class Point, std::size_t... K>
    requires(sizeof...(K) > 0)
  constexpr explicit HaloSpec(const StencilSpec<Point, K>&... stencils) : HaloSpec()
  {
    (add(stencils.specs()), ...);
  }

  /// The halo for all neighbours whose distance is at most \c distance in each dimension.
  /// \throws exception::InvalidArgument for more than 32767, and for less than 0
  static HaloSpec full(default_index_t distance)
  {
    HaloSpec halo;
    halo.add(detail::full_stencil<N>(detail::halo_width(distance)));
    return halo;
  }

  /// Widens the regions so that they include more points.
  template <class Points>
  constexpr void add(const Points& points)
  {
    for (const auto& point : points) add_point(point);
  }

  static constexpr dim_t ndim() { return N; }

  constexpr const RegionSpec_t& spec(region_index_t index) const { return specs_[index]; }
  constexpr region_extent_t extent(region_index_t index) const { return specs_[index].extent(); }
  constexpr const Specs_t& specs() const { return specs_; }

  /// Number of regions that stencils reach.
  constexpr std::size_t num_regions() const
  {
    return static_cast<std::size_t>(std::count_if(
        specs_.begin(), specs_.end(), [](const auto& spec) { return spec.extent() > 0; }));
  }

  /// Largest width of the regions before the block, and of those behind it, in a dimension.
  constexpr extent_pair halo_extension_max(dim_t dimension) const
  {
    extent_pair result{};
    for (const auto& spec : specs_) {
      const auto coord = spec[static_cast<std::size_t>(dimension)];
      if (coord == 0) result.first = (std::max)(result.first, spec.extent());
      if (coord == 2) result.second = (std::max)(result.second, spec.extent());
    }
    return result;
  }

 private:
  constexpr void widen(const RegionSpec_t& spec)
  {
    if (spec.index() == RegionCoords<N>::center_index()) return;
    if (spec.extent() > extent(spec.index())) specs_[spec.index()] = spec;
  }

  /// Adds a point. The regions that it reaches depend on whether the element is at a face, an edge
  /// or a corner of the block.
  template <class Point>
  constexpr void add_point(const Point& point)
  {
    std::array<region_coord_t, N> corner{};
    for (std::size_t d = 0; d < N; ++d) {
      corner[d] = static_cast<region_coord_t>(point[d] < 0 ? 0 : point[d] > 0 ? 2 : 1);
    }
    for (region_index_t r = 0; r < specs_.size(); ++r) {
      const RegionCoords<N> coords(r);
      if (coords.is_part_of(RegionCoords<N>(corner))) widen({coords, distance(point, coords)});
    }
  }

  template <class Point>
  static constexpr region_extent_t distance(const Point& point, const RegionCoords<N>& coords)
  {
    int result = 0;
    for (std::size_t d = 0; d < N; ++d) {
      const int offset = static_cast<int>(point[d]);
      if (coords[d] != 1) result = (std::max)({result, offset, -offset});
    }
    return static_cast<region_extent_t>(result);
  }

  Specs_t specs_;
};

template <class Point, std::size_t K, class... Others>
HaloSpec(const StencilSpec<Point, K>&, const Others&...) -> HaloSpec<Point::ndim()>;
template <dim_t N, class... Others>
HaloSpec(const RegionSpec<N>&, const Others&...) -> HaloSpec<N>;

}  // namespace dash::halo
