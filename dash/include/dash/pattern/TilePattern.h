#pragma once

/// \file
/// Tiles that are distributed over a grid of units; local memory is ordered tile by tile.

#include <dash/pattern/CartesianPattern.h>
#include <dash/pattern/PatternProperties.h>
#include <dash/pattern/PatternTraits.h>

namespace dash {

/// Distributes tiles over a grid of units, round robin in every dimension. Global indices and local
/// memory are ordered tile by tile, so each tile is contiguous. Tiles at the upper end of a
/// dimension may be smaller.
///
/// Use it for algorithms that work on tiles, and for transfers of whole tiles.
template <
    dim_t NumDimensions, MemArrange Arrangement = ROW_MAJOR, class IndexType = default_index_t>
class TilePattern : public CartesianPattern<
                        NumDimensions, Arrangement, IndexType, UniformCut<NumDimensions, IndexType>,
                        GridMapping<NumDimensions, Arrangement, IndexType>,
                        TiledOrder<NumDimensions, Arrangement, IndexType>> {
 public:
  static constexpr const char* PatternName = NumDimensions == 1 ? "TilePattern1D" : "TilePattern";

  typedef pattern_partitioning_properties<
      pattern_partitioning_tag::rectangular, pattern_partitioning_tag::balanced>
      partitioning_properties;
  typedef pattern_mapping_properties<pattern_mapping_tag::balanced, pattern_mapping_tag::unbalanced>
      mapping_properties;
  typedef pattern_layout_properties<
      Arrangement == COL_MAJOR ? pattern_layout_tag::col_major : pattern_layout_tag::row_major,
      pattern_layout_tag::blocked, pattern_layout_tag::linear>
      layout_properties;

  using TilePattern::CartesianPattern::CartesianPattern;
};

}  // namespace dash
