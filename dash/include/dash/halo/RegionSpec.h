#pragma once

/// \file
/// Position and width of a region.

#include <dash/halo/RegionCoords.h>

#include <cstddef>
#include <ostream>

namespace dash::halo {

/// A region, and its width in the dimensions in which it differs from the block's position.
template <dim_t N>
class RegionSpec {
 public:
  using RegionCoords_t = RegionCoords<N>;

  constexpr RegionSpec() = default;
  constexpr RegionSpec(const RegionCoords_t& coords, region_extent_t extent)
      : coords_(coords),
        extent_(extent)
  {}
  constexpr RegionSpec(region_index_t index, region_extent_t extent)
      : RegionSpec(RegionCoords_t(index), extent)
  {}

  constexpr region_index_t index() const { return coords_.index(); }
  constexpr const RegionCoords_t& coords() const { return coords_; }
  constexpr region_coord_t operator[](std::size_t dimension) const { return coords_[dimension]; }
  constexpr region_extent_t extent() const { return extent_; }

  /// Number of dimensions in which its position differs from that of the block: 1 for faces.
  constexpr dim_t level() const
  {
    dim_t result = 0;
    for (const region_coord_t coord : coords_.values()) result += coord != 1;
    return result;
  }

  /// The last of these dimensions, counted from 1.
  constexpr dim_t relevant_dim() const
  {
    for (std::size_t d = N; d > 0; --d) {
      if (coords_[d - 1] != 1) return static_cast<dim_t>(d);
    }
    return 1;
  }

  friend constexpr bool operator==(const RegionSpec&, const RegionSpec&) = default;

 private:
  RegionCoords_t coords_;
  region_extent_t extent_ = 0;
};

template <dim_t N>
std::ostream& operator<<(std::ostream& os, const RegionSpec<N>& spec)
{
  return os << "dash::halo::RegionSpec(index: " << spec.index() << ", extent: " << spec.extent()
            << ")";
}

}  // namespace dash::halo
