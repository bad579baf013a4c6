#pragma once

#include <dash/Types.h>

#include <cstddef>
#include <cstdint>

/// Explicit smoothing of a picture by diffusion:
///
///     u += dt * sum over the four neighbours v of g(v - u) * (v - u)
///
/// with mirrored edges (no heat leaves the picture). It is stable for dt <= 1/4.
/// Plain C++ on raw rows, so that serial and distributed programs and kernels share it.
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

/// Consecutive rows, the rows above and below them (at an edge of the picture, their own first or
/// last one), and the memory for their next state.
struct Block {
  const double* north;
  const double* cells;
  const double* south;
  double* out;
  std::size_t rows;
  std::size_t columns;

  /// Row \p r of the block, from -1, the row above it, to the number of rows, the row below it.
  DASH_HOST_DEVICE const double* row(std::ptrdiff_t r) const
  {
    if (r < 0) return north;
    return static_cast<std::size_t>(r) == rows ? south : cells + r * columns;
  }
};

/// Flow between two cells that differ by d: g(d) * d.
struct HeatFlow {
  DASH_HOST_DEVICE double operator()(double d) const { return d; }
};
struct PeronaMalikFlow {
  double scale;  ///< 1 / kappa^2
  DASH_HOST_DEVICE double operator()(double d) const { return d / (1 + d * d * scale); }
};

/// Calls \p f(flow) with the model's flow.
template <class F>
inline void with_flow(const Diffusion& diffusion, F f)
{
  if (diffusion.model == Model::heat) {
    f(HeatFlow{});
  } else {
    f(PeronaMalikFlow{1 / (diffusion.kappa * diffusion.kappa)});
  }
}

/// Next state of a cell.
template <class Flow>
DASH_HOST_DEVICE inline double step_cell(
    double u, double north, double south, double west, double east, double dt, Flow flow)
{
  return u + dt * (flow(north - u) + flow(south - u) + flow(west - u) + flow(east - u));
}

/// One step of a row, given the rows above and below it.
template <class Flow>
inline void step_row(
    const double* __restrict north, const double* __restrict row, const double* __restrict south,
    double* __restrict out, std::size_t columns, double dt, Flow flow)
{
  const auto step = [&](std::size_t i, double west, double east) {
    out[i] = step_cell(row[i], north[i], south[i], west, east, dt, flow);
  };
  step(0, row[0], row[columns == 1 ? 0 : 1]);
  for (std::size_t i = 1; i + 1 < columns; ++i) step(i, row[i - 1], row[i + 1]);
  if (columns > 1) step(columns - 1, row[columns - 2], row[columns - 1]);
}

/// One step of a whole block, row by row, for a processor.
///
/// It is never inlined, so every caller runs the same instructions.
[[gnu::noinline]] inline void step_block(const Diffusion& diffusion, const Block& block)
{
  with_flow(diffusion, [&](auto flow) {
    for (std::size_t r = 0; r < block.rows; ++r) {
      const auto at = static_cast<std::ptrdiff_t>(r);
      step_row(
          block.row(at - 1), block.row(at), block.row(at + 1), block.out + r * block.columns,
          block.columns, diffusion.dt, flow);
    }
  });
}

/// One step of a whole picture in contiguous memory.
inline void step_picture(
    const Diffusion& diffusion, const double* cells, double* out, std::size_t rows,
    std::size_t columns)
{
  step_block(diffusion, {cells, cells, cells + (rows - 1) * columns, out, rows, columns});
}

/// One step of a block on a GPU: each call computes some cells of a column, and calls with
/// consecutive numbers those of adjacent columns.
template <class Flow>
struct StepColumns {
  static constexpr std::size_t cells = 4;

  Flow flow;
  double dt;
  Block block;

  DASH_HOST_DEVICE std::uint32_t count() const
  {
    return static_cast<std::uint32_t>((block.rows + cells - 1) / cells * block.columns);
  }

  DASH_HOST_DEVICE void operator()(std::uint32_t call) const
  {
    const auto columns = static_cast<std::uint32_t>(block.columns);
    const std::size_t column = call % columns;
    const std::size_t first = call / columns * cells;
    const std::size_t west = column == 0 ? 0 : column - 1;
    const std::size_t east = column + 1 == columns ? column : column + 1;
    // All values are loaded before the first store, so that the loads overlap.
    double middle[cells + 2], left[cells], right[cells];
    for (std::size_t k = 0; k < cells + 2; ++k) {
      // number of rows, counted from the one above the block
      const std::size_t beyond = block.rows + 1;
      const std::size_t at = first + k < beyond ? first + k : beyond;
      const double* row = block.row(static_cast<std::ptrdiff_t>(at) - 1);
      middle[k] = row[column];
      if (k == 0 || k == cells + 1) continue;
      left[k - 1] = row[west];
      right[k - 1] = row[east];
    }
    for (std::size_t k = 0; k < cells; ++k) {
      if (first + k >= block.rows) continue;
      block.out[(first + k) * columns + column] =
          step_cell(middle[k + 1], middle[k], middle[k + 2], left[k], right[k], dt, flow);
    }
  }
};

}  // namespace stencil
