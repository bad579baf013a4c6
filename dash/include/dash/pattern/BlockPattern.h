#pragma once

/// \file
/// Blocks that are distributed over a grid of units; local memory is one array.

#include <dash/pattern/CartesianPattern.h>
#include <dash/pattern/PatternProperties.h>
#include <dash/pattern/PatternTraits.h>

namespace dash {

/// Distributes blocks over a grid of units, round robin in every dimension. The elements of a unit
/// form one array with its local extents. Extents need not be multiples of block sizes.
///
/// Use it unless blocks have to be contiguous in memory.
template <
    dim_t NumDimensions, MemArrange Arrangement = ROW_MAJOR, class IndexType = default_index_t>
class BlockPattern
    : public CartesianPattern<
          NumDimensions, Arrangement, IndexType, UniformCut<NumDimensions, IndexType>,
          GridMapping<NumDimensions, Arrangement, IndexType>,
          CanonicalOrder<NumDimensions, Arrangement, IndexType>> {
 public:
  static constexpr const char* PatternName = NumDimensions == 1 ? "BlockPattern1D" : "BlockPattern";

  typedef pattern_partitioning_properties<
      pattern_partitioning_tag::rectangular, pattern_partitioning_tag::balanced,
      pattern_partitioning_tag::unbalanced>
      partitioning_properties;
  typedef pattern_mapping_properties<pattern_mapping_tag::unbalanced> mapping_properties;
  typedef pattern_layout_properties<
      Arrangement == COL_MAJOR ? pattern_layout_tag::col_major : pattern_layout_tag::row_major,
      pattern_layout_tag::canonical, pattern_layout_tag::linear>
      layout_properties;

  using BlockPattern::CartesianPattern::CartesianPattern;
};

}  // namespace dash
