#pragma once

/// \file
/// Tiles that are distributed over the units along diagonals; local memory is ordered tile by tile.

#include <dash/pattern/CartesianPattern.h>
#include <dash/pattern/PatternProperties.h>
#include <dash/pattern/PatternTraits.h>

namespace dash {

/// Distributes tiles along diagonals: every line of tiles, in any dimension, contains tiles of all
/// units in turn. Global indices and local memory are ordered tile by tile. In more than one
/// dimension, the extent of the fastest dimension must be a multiple of tile size times number of
/// units.
///
/// Use it for algorithms that process rows and columns of tiles at the same time, such as matrix
/// products.
template <
    dim_t NumDimensions, MemArrange Arrangement = ROW_MAJOR, class IndexType = default_index_t>
class ShiftTilePattern
    : public CartesianPattern<
          NumDimensions, Arrangement, IndexType, UniformCut<NumDimensions, IndexType>,
          ShiftedMapping<NumDimensions, Arrangement, IndexType>,
          TiledOrder<NumDimensions, Arrangement, IndexType>> {
 public:
  static constexpr const char* PatternName =
      NumDimensions == 1 ? "ShiftTilePattern<1>" : "ShiftTilePattern";

  typedef pattern_partitioning_properties<
      pattern_partitioning_tag::rectangular, pattern_partitioning_tag::balanced>
      partitioning_properties;
  typedef pattern_mapping_properties<
      pattern_mapping_tag::balanced, pattern_mapping_tag::unbalanced, pattern_mapping_tag::diagonal>
      mapping_properties;
  typedef pattern_layout_properties<
      Arrangement == COL_MAJOR ? pattern_layout_tag::col_major : pattern_layout_tag::row_major,
      pattern_layout_tag::blocked, pattern_layout_tag::linear>
      layout_properties;

  using ShiftTilePattern::CartesianPattern::CartesianPattern;
};

}  // namespace dash
