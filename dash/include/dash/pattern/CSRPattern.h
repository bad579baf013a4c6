#pragma once

/// \file
/// Contiguous ranges of given sizes.

#include <dash/detail/pattern/ExplicitSizesPattern.h>

namespace dash {

/// Each unit has one contiguous range of indices, of a size of its own; without sizes, sizes are
/// equal up to one element.
///
/// Choose it if units have different amounts of data, as rows of a sparse matrix.
template <
    dim_t NumDimensions, MemArrange Arrangement = ROW_MAJOR, class IndexType = default_index_t>
class CSRPattern : public detail::ExplicitSizesPattern<Arrangement, IndexType> {
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
