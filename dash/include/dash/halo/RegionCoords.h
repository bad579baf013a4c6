#pragma once

/// \file
/// The 3^N regions around a block, by coordinates.

#include <dash/Dimensional.h>
#include <dash/halo/HaloTypes.h>

#include <array>
#include <concepts>
#include <cstddef>
#include <vector>

namespace dash::halo {

/// The position of a region: before the block (0), beside it (1) or behind it (2) in each
/// dimension. The region's number has these as its digits in base 3; the digit of the first
/// dimension is the most significant.
template <dim_t N>
class RegionCoords : public Dimensional<region_coord_t, N> {
  using Base = Dimensional<region_coord_t, N>;

 public:
  using Coords_t = std::array<region_coord_t, N>;

  /// The position of the block itself.
  constexpr RegionCoords() : RegionCoords(center_index()) {}

  template <std::convertible_to<region_coord_t>... Coords>
    requires(sizeof...(Coords) == N && N > 1)
  constexpr RegionCoords(Coords... coords)
      : Base(Coords_t{{static_cast<region_coord_t>(coords)...}})
  {}

  /// The same from a list in braces: \c RegionCoords<3>({1,0,1}).
  constexpr RegionCoords(const region_coord_t (&coords)[N])
    requires(N > 1)
      : Base(std::to_array(coords))
  {}

  constexpr explicit RegionCoords(const Coords_t& coords) : Base(coords) {}
  constexpr explicit RegionCoords(region_index_t index) : Base(coords(index)) {}

  constexpr region_index_t index() const { return index(this->values()); }

  static constexpr region_index_t index(const Coords_t& coords)
  {
    region_index_t result = 0;
    for (const region_coord_t coord : coords) result = 3 * result + coord;
    return result;
  }

  /// The number of the region that differs from the block's position in one dimension only.
  static constexpr region_index_t index(dim_t dimension, RegionPos pos)
  {
    Coords_t coords;
    coords.fill(1);
    coords[static_cast<std::size_t>(dimension)] = pos == RegionPos::PRE ? 0 : 2;
    return index(coords);
  }

  static constexpr Coords_t coords(region_index_t index)
  {
    Coords_t result{};
    for (std::size_t d = N; d-- > 0; index /= 3) {
      result[d] = static_cast<region_coord_t>(index % 3);
    }
    return result;
  }

  static constexpr region_index_t center_index() { return detail::NumRegionsMax<N> / 2; }

  /// The halo regions that the stencils of elements at a border or corner of the block reach: first
  /// the region itself; then, for each dimension in turn, those that lie beside the block in this
  /// dimension and possibly in later ones.
  static std::vector<region_index_t> boundary_dependencies(region_index_t index)
  {
    std::vector<region_index_t> result;
    add_dependencies(RegionCoords(index), 0, result);
    return result;
  }

  /// Whether each dimension in which it differs from the block's position differs in the same way
  /// in \c other.
  constexpr bool is_part_of(const RegionCoords& other) const
  {
    for (std::size_t d = 0; d < N; ++d) {
      if ((*this)[d] != 1 && (*this)[d] != other[d]) return false;
    }
    return true;
  }

 private:
  static void add_dependencies(
      RegionCoords region, std::size_t first_dimension, std::vector<region_index_t>& result)
  {
    if (region.index() != center_index()) result.push_back(region.index());
    for (std::size_t d = first_dimension; d < N; ++d) {
      if (region[d] == 1) continue;
      RegionCoords beside = region;
      beside[d] = 1;
      add_dependencies(beside, d + 1, result);
    }
  }
};

}  // namespace dash::halo
