#pragma once

/// \file
/// How one dimension is distributed over units.

#include <dash/Math.h>
#include <dash/Types.h>

#include <ostream>

namespace dash {

/// How one dimension is divided into blocks; units take the blocks round robin. Use the constants
/// BLOCKED, CYCLIC and NONE and the functions BLOCKCYCLIC and TILE.
class Distribution {
 public:
  DistributionType type = DIST_NONE;
  /// Extent of a block; -1 if it follows from the extent of the dimension.
  default_size_t blocksz = 0;

  constexpr Distribution() noexcept = default;

  DASH_HOST_DEVICE constexpr Distribution(DistributionType distribution, int blocksize) noexcept
      : type(distribution),
        blocksz(static_cast<default_size_t>(blocksize))
  {}

  /// Extent of the blocks into which \c range elements are divided.
  /// \param range      number of elements in the dimension
  /// \param num_units  number of units in the dimension
  template <class IndexType, class SizeType>
  constexpr IndexType max_blocksize_in_range(IndexType range, SizeType num_units) const noexcept
  {
    switch (type) {
      case DIST_BLOCKED:
        return num_units > 0 ? math::div_ceil(range, static_cast<IndexType>(num_units)) : range;
      case DIST_CYCLIC:
        return 1;
      case DIST_BLOCKCYCLIC:
      case DIST_TILE:
        return static_cast<IndexType>(blocksz);
      default:
        return range;
    }
  }

  /// Global coordinate of the first element of the block that contains a unit's local element.
  /// \param unit_coord   the unit's coordinate in this dimension
  /// \param local_index  local coordinate of the element in this dimension
  /// \param num_units    number of units in the dimension
  template <class IndexType, class SizeType>
  constexpr IndexType local_index_to_block_coord(
      IndexType unit_coord, IndexType local_index, SizeType num_units) const noexcept
  {
    const auto units = static_cast<IndexType>(num_units);
    switch (type) {
      case DIST_CYCLIC:
        return local_index * units + unit_coord;
      case DIST_BLOCKCYCLIC:
      case DIST_TILE:
        return local_index / static_cast<IndexType>(blocksz) * units + unit_coord;
      default:
        return unit_coord;
    }
  }

  DASH_HOST_DEVICE friend constexpr bool operator==(
      const Distribution&, const Distribution&) noexcept = default;
};

/// One block of ceil(n / u) elements for each of u units.
inline constexpr Distribution BLOCKED{DIST_BLOCKED, -1};
/// Single elements, round robin.
inline constexpr Distribution CYCLIC{DIST_CYCLIC, 1};
/// The dimension is not distributed, but a single block.
inline constexpr Distribution NONE{DIST_NONE, -1};

/// Blocks of \c blocksize elements, round robin; tile patterns store them tile by tile.
constexpr Distribution TILE(int blocksize)
{
  return {DIST_TILE, blocksize};
}

/// Blocks of \c blocksize elements, round robin.
constexpr Distribution BLOCKCYCLIC(int blocksize)
{
  return {DIST_BLOCKCYCLIC, blocksize};
}

inline std::ostream& operator<<(std::ostream& os, const Distribution& distribution)
{
  switch (distribution.type) {
    case DIST_BLOCKED:
      return os << "BLOCKED";
    case DIST_CYCLIC:
      return os << "CYCLIC";
    case DIST_BLOCKCYCLIC:
      return os << "BLOCKCYCLIC(" << distribution.blocksz << ")";
    case DIST_TILE:
      return os << "TILE(" << distribution.blocksz << ")";
    case DIST_NONE:
      return os << "NONE";
    default:
      return os << "UNDEFINED";
  }
}

}  // namespace dash
