#pragma once

/// \file
/// A grid of multigrid for Poisson's equation on a periodic cube, and what V-cycles do with its
/// cells: seven points in the middle of cells, Jacobi's iterations.

#include <dash/Distribution.h>
#include <dash/Matrix.h>
#include <dash/Team.h>
#include <dash/Types.h>
#include <dash/algorithm/Generate.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>

namespace multigrid {

/// The solution and the right-hand side of -(u_xx + u_yy + u_zz) = f.
struct Cell {
  double u, f;
};

using Grid = dash::NArray<Cell, 3>;

template <class Cells>
DASH_HOST_DEVICE double residual(const Cells& c, double h)
{
  const double around =
      c(-1, 0, 0).u + c(1, 0, 0).u + c(0, -1, 0).u + c(0, 1, 0).u + c(0, 0, -1).u + c(0, 0, 1).u;
  return c(0, 0, 0).f - (6 * c(0, 0, 0).u - around) / (h * h);
}

struct Smooth {
  double h;

  template <class Cells>
  DASH_HOST_DEVICE Cell operator()(const Cells& c) const
  {
    const double damping = 6.0 / 7;
    return {c(0, 0, 0).u + damping * h * h / 6 * residual(c, h), c(0, 0, 0).f};
  }
};

/// The residual as u.
struct Residual {
  double h;

  template <class Cells>
  DASH_HOST_DEVICE Cell operator()(const Cells& c) const
  {
    return {residual(c, h), 0};
  }
};

struct SquareOfU {
  DASH_HOST_DEVICE double operator()(const Cell& cell) const { return cell.u * cell.u; }
};

/// The first of the eight cells of a block of the finer grid that make up cell \p i of the coarser
/// one; both blocks have rows and planes of \p n and 2n cells.
DASH_HOST_DEVICE inline std::uint32_t finer(std::uint32_t i, std::uint32_t n)
{
  return 8 * (i / (n * n)) * n * n + 4 * (i / n % n) * n + 2 * (i % n);
}

DASH_HOST_DEVICE inline std::uint32_t child(std::uint32_t first, std::uint32_t k, std::uint32_t n)
{
  return first + (k >> 2) * 4 * n * n + (k >> 1 & 1) * 2 * n + (k & 1);
}

/// The coarser right-hand side is the mean of the residuals.
struct Restrict {
  const Cell* fine;
  Cell* coarse;
  std::uint32_t n;  ///< cells in a row of the coarser grid

  DASH_HOST_DEVICE void operator()(std::uint32_t i) const
  {
    double sum = 0;
    for (std::uint32_t k = 0; k < 8; ++k) sum += fine[child(finer(i, n), k, n)].u;
    coarse[i] = {0, sum / 8};
  }
};

/// Adds the coarser solution to the finer one.
struct Prolong {
  const Cell* coarse;
  Cell* fine;
  std::uint32_t n;

  DASH_HOST_DEVICE void operator()(std::uint32_t i) const
  {
    for (std::uint32_t k = 0; k < 8; ++k) fine[child(finer(i, n), k, n)].u += coarse[i].u;
  }
};

/// One wave in each dimension, whose solution is known.
struct Wave {
  std::size_t size;

  DASH_HOST_DEVICE double solution(std::size_t i) const
  {
    const double pitch = 2 * std::numbers::pi / static_cast<double>(size);
    return std::sin(pitch * (static_cast<double>(i / size / size) + 0.5)) *
           std::sin(pitch * (static_cast<double>(i / size % size) + 0.5)) *
           std::sin(pitch * (static_cast<double>(i % size) + 0.5));
  }
  DASH_HOST_DEVICE Cell operator()(std::size_t i) const
  {
    return {0, 12 * std::numbers::pi * std::numbers::pi * solution(i)};
  }
};

/// A grid, and room for a result. Planes are distributed so that cells are on the same unit as
/// those of the coarser grid that they make up. Control paths add how a step gets the neighbours'
/// cells.
struct Level {
  Level(std::size_t size, std::size_t planes, dash::Team& team)
      : n(static_cast<std::uint32_t>(size)),
        cells(
            dash::SizeSpec<3>(size, size, size),
            dash::DistributionSpec<3>(
                dash::BLOCKCYCLIC(static_cast<int>(planes)), dash::NONE, dash::NONE),
            team),
        other(cells.pattern())
  {
    dash::generate_with_index(cells, Wave{size});
  }

  double pitch() const { return 1.0 / n; }
  static Cell* own_part(Grid& grid) { return grid.device_view().local.begin(); }

  std::uint32_t n;
  Grid cells;
  Grid other;
};

}  // namespace multigrid
