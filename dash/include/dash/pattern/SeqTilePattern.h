#pragma once

/// \file
/// Tiles that are distributed over the units in their linear order; local memory is ordered tile by
/// tile.

#include <dash/pattern/CartesianPattern.h>
#include <dash/pattern/PatternProperties.h>
#include <dash/pattern/PatternTraits.h>

namespace dash {

/// Distributes tiles in their linear order to the units in turn, so numbers of tiles differ by at
/// most one, whatever the extents. A unit's tiles are stacked along the slowest dimension. In more
/// than one dimension, extents must be multiples of tile sizes.
///
/// Use it if tiles are independent and do not fill a grid of units evenly.
template <
    dim_t NumDimensions, MemArrange Arrangement = ROW_MAJOR, class IndexType = default_index_t>
class SeqTilePattern
    : public CartesianPattern<
          NumDimensions, Arrangement, IndexType, UniformCut<NumDimensions, IndexType>,
          SequentialMapping<NumDimensions, Arrangement, IndexType>,
          TiledOrder<NumDimensions, Arrangement, IndexType>> {
 public:
  static constexpr const char* PatternName = "SeqTilePattern";

  typedef pattern_partitioning_properties<
      pattern_partitioning_tag::minimal, pattern_partitioning_tag::rectangular,
      pattern_partitioning_tag::balanced>
      partitioning_properties;
  typedef pattern_mapping_properties<
      pattern_mapping_tag::balanced, pattern_mapping_tag::unbalanced, pattern_mapping_tag::diagonal>
      mapping_properties;
  typedef pattern_layout_properties<
      Arrangement == COL_MAJOR ? pattern_layout_tag::col_major : pattern_layout_tag::row_major,
      pattern_layout_tag::blocked, pattern_layout_tag::linear>
      layout_properties;

  using SeqTilePattern::CartesianPattern::CartesianPattern;
};

}  // namespace dash
