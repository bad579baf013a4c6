#pragma once

/// \file
/// Jacobi's relaxation of a square whose upper edge is hot: what its control paths have in common.

#include <dash/Distribution.h>
#include <dash/Matrix.h>
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

/// A cold square, and room for its next state. The units share both dimensions.
struct Squares {
  /// Collective. \param size  cells in each dimension
  explicit Squares(std::size_t size)
      : current(size, size, dash::BLOCKED, dash::BLOCKED),
        next(current.pattern())
  {
    dash::fill(current, cold);
  }

  Field current, next;
};

}  // namespace jacobi
