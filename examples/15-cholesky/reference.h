#pragma once

#include <lapacke.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include "../support/difference.h"
#include "tiled_matrix.h"

/// All elements of the matrix to factorise, in column-major order.
inline std::vector<double> elements_of_matrix(std::size_t n, double diagonal)
{
  std::vector<double> all(n * n);
  for (std::size_t column = 0; column < n; ++column) {
    for (std::size_t row = 0; row < n; ++row) {
      all[column * n + row] = Elements::at(row, column, diagonal);
    }
  }
  return all;
}

/// Factorises such a matrix by one call of LAPACK.
inline void factorise_by_lapack(std::vector<double>& matrix, std::size_t n)
{
  const auto order = static_cast<lapack_int>(n);
  LAPACKE_dpotrf(LAPACK_COL_MAJOR, 'L', order, matrix.data(), order);
}

/// How far a factor is from the one of LAPACK.
struct Deviation {
  double largest;  ///< difference of two elements
  double bound;    ///< of differences by rounding

  bool is_rounding() const { return largest <= bound; }
};

/// \param expected  the factor of LAPACK, in column-major order
inline Deviation deviation(const TiledMatrix& factor, const std::vector<double>& expected)
{
  const std::size_t n = factor.size(), tile = factor.tile();
  std::vector<double> computed(tile * tile);
  double largest_value = 0, largest_difference = 0;
  for (std::size_t i = 0; i < factor.tiles(); ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      factor.fetch(i, j, computed.data());
      for (std::size_t column = 0; column < tile; ++column) {
        for (std::size_t row = i == j ? column : 0; row < tile; ++row) {
          const double value = expected[(j * tile + column) * n + i * tile + row];
          largest_value = std::max(largest_value, std::abs(value));
          largest_difference =
              std::max(largest_difference, difference(computed[column * tile + row], value));
        }
      }
    }
  }
  return {
      largest_difference,
      largest_value * static_cast<double>(n) * std::numeric_limits<double>::epsilon()};
}
