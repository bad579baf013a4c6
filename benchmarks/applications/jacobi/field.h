#pragma once

/// \file
/// Jacobi's relaxation of a square whose upper edge is hot: what its control paths have in common.

#include <dash/Distribution.h>
#include <dash/Matrix.h>
#include <dash/Team.h>
#include <dash/TeamSpec.h>
#include <dash/Types.h>
#include <dash/algorithm/Fill.h>

#include <cstddef>

namespace jacobi {

using Field = dash::NArray<float, 2>;

constexpr float hot = 1;   ///< beyond the upper edge
constexpr float cold = 0;  ///< beyond the other edges, and everywhere at the start

/// The mean of a cell's neighbours. The order of additions is the same in all programs, so their
/// results are the same bits.
DASH_HOST_DEVICE inline float mean(float north, float south, float west, float east)
{
  return 0.25F * ((north + south) + (west + east));
}

/// How the units share both dimensions.
inline dash::TeamSpec<2> balanced_units()
{
  dash::TeamSpec<2> units(dash::size(), 1);
  units.balance_extents();
  return units;
}

/// A cold square, and room for its next state.
struct Squares {
  /// Collective. \param size  cells in each dimension
  explicit Squares(std::size_t size, const dash::TeamSpec<2>& units = balanced_units())
      : current(
            dash::SizeSpec<2>(size, size), dash::DistributionSpec<2>(dash::BLOCKED, dash::BLOCKED),
            dash::Team::All(), units),
        next(current.pattern())
  {
    dash::fill(current, cold);
    dash::fill(next, cold);
  }

  Field current;
  Field next;
};

}  // namespace jacobi
