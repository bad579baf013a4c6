#pragma once

#include <cstddef>

/// Explicit smoothing of a picture by diffusion:
///
///     u += dt * sum over the four neighbours v of g(v - u) * (v - u)
///
/// with mirrored edges (no heat leaves the picture). It is stable for dt <= 1/4.
/// Plain C++ on raw rows, so that serial, threaded and distributed programs share it.
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

/// One step of one row, given the rows above and below it; \p flow is d -> g(d) * d.
template <class Flow>
void step_row(
    const double* __restrict north, const double* __restrict row, const double* __restrict south,
    double* __restrict out, std::size_t columns, double dt, Flow flow)
{
  const auto step_cell = [&](std::size_t i, double west, double east) {
    const double u = row[i];
    out[i] = u + dt * (flow(north[i] - u) + flow(south[i] - u) + flow(west - u) + flow(east - u));
  };
  const std::size_t last = columns - 1;
  step_cell(0, row[0], row[last == 0 ? 0 : 1]);
  for (std::size_t i = 1; i < last; ++i) step_cell(i, row[i - 1], row[i + 1]);
  if (last != 0) step_cell(last, row[last - 1], row[last]);
}

/// One step of \p rows consecutive rows. \p north and \p south are the rows around the block;
/// at an edge of the picture, the block's own first or last row.
///
/// Never inlined: every caller then runs the same instructions, so results agree to the last bit
/// even where a compiler contracts multiplications and additions.
[[gnu::noinline]] inline void step_block(
    const Diffusion& diffusion, const double* north, const double* block, const double* south,
    double* out, std::size_t rows, std::size_t columns)
{
  const auto step_rows = [&](auto flow) {
    for (std::size_t r = 0; r < rows; ++r) {
      const double* row = block + r * columns;
      step_row(
          r == 0 ? north : row - columns, row, r + 1 == rows ? south : row + columns,
          out + r * columns, columns, diffusion.dt, flow);
    }
  };
  if (diffusion.model == Model::heat) {
    step_rows([](double d) { return d; });
  } else {
    const double scale = 1 / (diffusion.kappa * diffusion.kappa);
    step_rows([scale](double d) { return d / (1 + d * d * scale); });
  }
}

/// One step of a whole picture that lies in one piece.
inline void step_picture(
    const Diffusion& diffusion, const double* cells, double* out, std::size_t rows,
    std::size_t columns)
{
  step_block(diffusion, cells, cells, cells + (rows - 1) * columns, out, rows, columns);
}

}  // namespace stencil
