#pragma once

/// \file
/// Where the elements of a range are that have the positions of one unit's elements of another
/// range.

#include <dash/Types.h>
#include <dash/detail/base/Macro.h>
#include <dash/detail/range/BlockSizes.h>

#include <dash/dart/if/dart.h>

#include <cstddef>
#include <span>
#include <vector>

namespace dash::detail {

/// A dimension of a container: places of a grid of units take its blocks in turn.
struct DealtDimension {
  Position extent;
  Position blocksize;
  Position places;
  Position unit_stride;  ///< from the unit at a place to the one at the next place
};

/// Some elements of a unit, in the order of their coordinates in a dimension of one container, and
/// the elements with the same positions in another one.
struct DealtPositions {
  DealtDimension own, other;
  Position place;     ///< place of the unit that has the first elements
  Position local;     ///< local coordinate of the first one
  Position size;      ///< number of coordinates
  Position distance;  ///< from their global coordinates to those of the others
};

/// The other elements as rows of each unit's memory, for transfers between that and a buffer in
/// which they follow each other. Blocks of both containers meet in the same way after each common
/// multiple of their rounds, so that few rows describe many elements. Places in global memory are
/// those in the unit's part.
class DASH_API RunsAtPositions {
 public:
  using Rows = std::vector<dart_rows_t>;

  /// \param dimensions  from the slowest to the fastest one
  RunsAtPositions(std::span<const DealtPositions> dimensions, std::size_t element_size);

  /// Units at all places of the other container's grid, beginning with 0.
  Position num_units() const { return std::ssize(rows_); }
  /// In the order in which they should be transferred.
  const Rows& rows_of(Position unit) const { return rows_[static_cast<std::size_t>(unit)]; }

 private:
  std::vector<Rows> rows_;
};

}  // namespace dash::detail
