#pragma once

/// \file
/// Contiguous ranges with given sizes.

#include <dash/pattern/ExplicitSizesPattern.h>

namespace dash {

/// Each unit has one contiguous range of indices with a size of its own. If no sizes are given,
/// they are equal, with differences of at most one.
///
/// Use it if units have different amounts of data, as with rows of a sparse matrix.
template <
    dim_t NumDimensions, MemArrange Arrangement = ROW_MAJOR, class IndexType = default_index_t>
class CSRPattern : public ExplicitSizesPattern<Arrangement, IndexType> {
  static_assert(NumDimensions == 1, "CSRPattern has one dimension");

 public:
  static constexpr const char* PatternName = "CSRPattern1D";

  typedef pattern_partitioning_properties<
      pattern_partitioning_tag::minimal, pattern_partitioning_tag::rectangular,
      pattern_partitioning_tag::balanced, pattern_partitioning_tag::unbalanced>
      partitioning_properties;

  using CSRPattern::ExplicitSizesPattern::ExplicitSizesPattern;
};

}  // namespace dash
