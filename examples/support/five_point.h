#pragma once

#include <dash/Array.h>
#include <dash/Future.h>
#include <dash/Tasks.h>
#include <dash/Types.h>
#include <dash/algorithm/Copy.h>
#include <dash/pattern/CSRPattern.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <stdexcept>
#include <string>
#include <vector>

/// The cells of a field, of which each unit has a chosen number.
using CellPattern = dash::CSRPattern<1>;
using Cells = dash::Array<double, dash::default_index_t, CellPattern>;

/// A step of the Allen-Cahn equation, u' = laplace(u) + u - u^3, on a grid with mirrored edges:
/// diffusion is explicit with five points, reaction implicit by Newton's method. More Newton steps
/// make a task compute longer on the same data; without any it is the heat equation.
///
/// Call it for a cell of a block of rows, with the rows before and after the block.
struct FivePoint {
  template <class T>
  using Span = dash::tasks::Span<T>;

  double dt = 0.2;  ///< stable up to 0.25
  int newton = 0;

  DASH_HOST_DEVICE void operator()(
      std::size_t row, std::size_t column, Span<const double> north, Span<const double> cells,
      Span<const double> south, Span<double> out) const
  {
    const std::size_t columns = north.size();
    const std::size_t at = row * columns + column;
    const double u = cells[at];
    const double above = row == 0 ? north[column] : cells[at - columns];
    const double below = at + columns < cells.size() ? cells[at + columns] : south[column];
    const double left = column == 0 ? u : cells[at - 1];
    const double right = column + 1 == columns ? u : cells[at + 1];
    const double diffused = u + dt * (above + below + left + right - 4 * u);
    double v = diffused;
    for (int k = 0; k < newton; ++k) {
      v -= (v - diffused - dt * (v - v * v * v)) / (1 - dt * (1 - 3 * v * v));
    }
    out[at] = v;
  }
};

/// The initial state as a function of the position of a cell in row-major order.
struct Ripple {
  std::size_t first = 0;  ///< position of the first cell of a task

  DASH_HOST_DEVICE double at(std::size_t i) const
  {
    return static_cast<double>((first + i) * 7919 % 256) / 128 - 1;
  }
  DASH_HOST_DEVICE void operator()(std::size_t i, dash::tasks::Span<double> cells) const
  {
    cells[i] = at(i);
  }
};

/// Sets the calling unit's cells to their initial state.
inline void start_cells(Cells& array)
{
  if (array.lsize() == 0) return;
  const Ripple ripple{static_cast<std::size_t>(array.pattern().global(0))};
  dash::tasks::parallel_for(array.lsize(), dash::out(array.local), ripple).wait();
}

/// Starts the task that computes rows [first, last) of a field; these rows and the rows around them
/// each belong to one unit. The order of tasks by their ranges makes it wait for everything that it
/// reads.
inline dash::Future<void> start_rows(
    const dash::tasks::Options& options, const FivePoint& stencil, Cells& from, Cells& to,
    std::size_t columns, std::size_t first, std::size_t last)
{
  const auto rows = [columns](Cells& array, std::size_t begin, std::size_t end, const auto& use) {
    const auto at = [&](std::size_t row) {
      return array.begin() + static_cast<std::ptrdiff_t>(row * columns);
    };
    return use(at(begin), at(end));
  };
  const std::size_t size = from.size() / columns;
  const std::size_t north = first == 0 ? 0 : first - 1;
  const std::size_t south = last == size ? size - 1 : last;
  return dash::tasks::parallel_for(
      options, std::array{last - first, columns}, rows(from, north, north + 1, dash::in),
      rows(from, first, last, dash::in), rows(from, south, south + 1, dash::in),
      rows(to, first, last, dash::out), stencil);
}

/// Repeats a run from the initial state with plain vectors.
/// \throws std::runtime_error naming the first cell that differs in any bit
inline void check_against_serial(
    const Cells& result, const FivePoint& stencil, std::size_t columns, std::size_t steps)
{
  const std::size_t rows = result.size() / columns;
  std::vector<double> cells(result.size()), next(result.size()), computed(result.size());
  for (std::size_t i = 0; i < cells.size(); ++i) cells[i] = Ripple{}.at(i);
  for (std::size_t k = 0; k < steps; ++k) {
    const FivePoint::Span<const double> all(cells.data(), cells.size());
    const FivePoint::Span<const double> north(cells.data(), columns);
    const FivePoint::Span<const double> south(cells.data() + cells.size() - columns, columns);
    for (std::size_t row = 0; row < rows; ++row) {
      for (std::size_t column = 0; column < columns; ++column) {
        stencil(row, column, north, all, south, {next.data(), next.size()});
      }
    }
    cells.swap(next);
  }
  dash::copy(result.begin(), result.end(), computed.data());
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (std::memcmp(&cells[i], &computed[i], sizeof(double)) != 0) {
      throw std::runtime_error(
          "row " + std::to_string(i / columns) + ", column " + std::to_string(i % columns) +
          " differs from the serial run");
    }
  }
}
