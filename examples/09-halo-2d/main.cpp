/// 09-halo-2d: heat conduction on a grid.
///
/// Shows a stencil: the update of a cell is written once, with relative indices, and the library
/// does the rest. It exchanges the borders of the units' blocks with their neighbours while inner
/// cells are computed, and no step has a barrier. Use it where elements depend on their neighbours.
///
/// The plate is periodic from left to right, cold at its upper edge and hot at its lower one.
///
///     dartrun -n 4 09-halo-2d
///     dartrun --cpu 2 --gpu 2 --gpu-backend emulated 09-halo-2d

#include <dash/Halo.h>
#include <dash/Init.h>
#include <dash/Matrix.h>
#include <dash/Team.h>
#include <dash/algorithm/Fill.h>

#include <cmath>
#include <cstddef>
#include <iostream>
#include <utility>
#include <vector>

namespace {

constexpr std::size_t rows = 60, columns = 40, steps = 200;
constexpr double cold = 0.0, hot = 100.0;

using Plate = dash::NArray<double, 2>;

/// A cell gets a little of the heat of its four neighbours.
const auto spread = [](auto c) {
  return 0.6 * c(0, 0) + 0.1 * (c(-1, 0) + c(1, 0) + c(0, -1) + c(0, 1));
};

/// Collective. Returns the plate that holds the result.
Plate& heat(Plate& plate, Plate& other)
{
  using dash::halo::periodic, dash::halo::sides;
  dash::halo::Stencil step(plate, {sides(cold, hot), periodic}, spread);
  return step.iterate(plate, other, steps);
}

/// The same computation in one process: a frame of cells around the plate holds the values beyond
/// its edges.
std::vector<double> serial_heat()
{
  constexpr std::size_t width = columns + 2;
  std::vector<double> plate((rows + 2) * width, cold), other(plate);
  for (std::size_t step = 0; step < steps; ++step, plate.swap(other)) {
    for (std::size_t x = 0; x < width; ++x) plate[(rows + 1) * width + x] = hot;
    for (std::size_t y = 1; y <= rows; ++y) {
      plate[y * width] = plate[y * width + columns];
      plate[y * width + columns + 1] = plate[y * width + 1];
    }
    for (std::size_t y = 1; y <= rows; ++y) {
      for (std::size_t x = 1; x <= columns; ++x) {
        const double* const cell = &plate[y * width + x];
        other[y * width + x] = spread([cell](std::ptrdiff_t down, std::ptrdiff_t right) {
          return cell[down * static_cast<std::ptrdiff_t>(width) + right];
        });
      }
    }
  }
  return plate;
}

/// Whether all cells agree. One unit calls this and reads the cells of the others.
bool is_equal(const Plate& plate, const std::vector<double>& expected)
{
  for (std::size_t y = 0; y < rows; ++y) {
    for (std::size_t x = 0; x < columns; ++x) {
      const double difference = plate(y, x) - expected[(y + 1) * (columns + 2) + x + 1];
      if (std::abs(difference) > 1e-9) return false;
    }
  }
  return true;
}

}  // namespace

int main(int argc, char* argv[])
{
  dash::init(&argc, &argv);
  int exit_code = 0;
  {
    Plate plate(rows, columns), other(rows, columns);
    dash::fill(plate.begin(), plate.end(), cold);
    const Plate& result = heat(plate, other);
    result.barrier();
    if (dash::myid() == 0) {
      std::cout << rows << " x " << columns << " cells, " << steps << " steps of heat\n";
      for (const std::size_t row : {std::size_t{0}, rows / 2, rows - 1}) {
        std::cout << "row " << row << ": " << std::lround(result(row, 0)) << " degrees\n";
      }
      const bool ok = is_equal(result, serial_heat());
      std::cout << (ok ? "equal to a serial loop" : "differs from a serial loop") << std::endl;
      exit_code = ok ? 0 : 1;
    }
    result.barrier();
  }
  dash::finalize();
  return exit_code;
}
