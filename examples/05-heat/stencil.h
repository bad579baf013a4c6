#pragma once

#include <dash/Types.h>

#include <cstddef>

/// Explicit smoothing of a picture by diffusion:
///
///     u += dt * sum over the four neighbours v of g(v - u) * (v - u)
///
/// with mirrored edges (no heat leaves the picture). It is stable for dt <= 1/4.
/// Plain C++ on raw rows, so that serial, threaded and distributed programs and kernels share it.
namespace stencil {

enum class Model {
  heat,          ///< g = 1: blurs everything alike
  perona_malik,  ///< g = 1 / (1 + (d / kappa)^2): smooths texture, keeps edges higher than kappa
};

struct Diffusion {
  Model model = Model::perona_malik;
  double dt = 0.2;
  double kappa = 6;  ///< in grey levels; for Perona-Malik only
};

/// Consecutive rows with the rows around them (at an edge of the picture, their own first or last
/// one), and where their next state goes.
struct Block {
  const double* north;
  const double* cells;
  const double* south;
  double* out;
  std::size_t rows;
  std::size_t columns;
};

/// Part of a block.
struct Tile {
  std::size_t first_row;
  std::size_t last_row;
  std::size_t first_column;
  std::size_t last_column;
};

/// One step of columns [first, last) of a row, given the rows above and below it; \p flow is
/// d -> g(d) * d.
template <class Flow>
DASH_HOST_DEVICE inline void step_row(
    const double* __restrict north, const double* __restrict row, const double* __restrict south,
    double* __restrict out, std::size_t first, std::size_t last, std::size_t columns, double dt,
    Flow flow)
{
  const auto step_cell = [&](std::size_t i, double west, double east) {
    const double u = row[i];
    out[i] = u + dt * (flow(north[i] - u) + flow(south[i] - u) + flow(west - u) + flow(east - u));
  };
  if (first == 0) step_cell(0, row[0], row[columns == 1 ? 0 : 1]);
  const std::size_t inner_last = last == columns ? columns - 1 : last;
  for (std::size_t i = first == 0 ? 1 : first; i < inner_last; ++i) {
    step_cell(i, row[i - 1], row[i + 1]);
  }
  if (last == columns && columns > 1) step_cell(columns - 1, row[columns - 2], row[columns - 1]);
}

/// One step of a tile.
///
/// Never inlined on the host: every caller then runs the same instructions.
#if !defined(__CUDACC__)
[[gnu::noinline]]
#endif
DASH_HOST_DEVICE inline void
step_tile(const Diffusion& diffusion, const Block& block, const Tile& tile)
{
  const std::size_t columns = block.columns;
  const auto step_rows = [&](auto flow) {
    for (std::size_t r = tile.first_row; r < tile.last_row; ++r) {
      const double* row = block.cells + r * columns;
      step_row(
          r == 0 ? block.north : row - columns, row,
          r + 1 == block.rows ? block.south : row + columns, block.out + r * columns,
          tile.first_column, tile.last_column, columns, diffusion.dt, flow);
    }
  };
  if (diffusion.model == Model::heat) {
    step_rows([](double d) { return d; });
  } else {
    const double scale = 1 / (diffusion.kappa * diffusion.kappa);
    step_rows([scale](double d) { return d / (1 + d * d * scale); });
  }
}

/// One step of a whole block.
inline void step_block(const Diffusion& diffusion, const Block& block)
{
  step_tile(diffusion, block, {0, block.rows, 0, block.columns});
}

/// One step of a whole picture that lies in one piece.
inline void step_picture(
    const Diffusion& diffusion, const double* cells, double* out, std::size_t rows,
    std::size_t columns)
{
  step_block(diffusion, {cells, cells, cells + (rows - 1) * columns, out, rows, columns});
}

/// One step of a block, tile by tile, as kernels call it.
struct StepTiles {
  Diffusion diffusion;
  Block block;
  std::size_t tile_rows;
  std::size_t tile_columns;

  DASH_HOST_DEVICE std::size_t tiles_in_row() const
  {
    return (block.columns + tile_columns - 1) / tile_columns;
  }

  DASH_HOST_DEVICE std::size_t count() const
  {
    return (block.rows + tile_rows - 1) / tile_rows * tiles_in_row();
  }

  DASH_HOST_DEVICE void operator()(std::size_t tile) const
  {
    const std::size_t row = tile / tiles_in_row() * tile_rows;
    const std::size_t column = tile % tiles_in_row() * tile_columns;
    step_tile(
        diffusion, block,
        {row, smaller(row + tile_rows, block.rows), column,
         smaller(column + tile_columns, block.columns)});
  }

 private:
  DASH_HOST_DEVICE static std::size_t smaller(std::size_t a, std::size_t b)
  {
    return a < b ? a : b;
  }
};

}  // namespace stencil
