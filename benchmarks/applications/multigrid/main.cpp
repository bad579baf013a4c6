/// app_multigrid: V-cycles on grids of 8 to 128 cells a side, many of whose halos are small, by
/// each control path. Checks that the solution converges with the second order, and that a run on
/// all units has the residuals of a run of the library on one.
///
///     dartrun -n 2 app_multigrid
///     dartrun -n 2 app_multigrid --by stream    # one path: host, stream, trigger or library

#include "multigrid.h"

#include <dash/Team.h>
#include <dash/algorithm/Copy.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "applications/support/control.h"
#include "border_exchange.h"
#include "library_driven.h"
#include "support/application.h"
#include "support/difference.h"

namespace {

using multigrid::Cell;
using multigrid::LibraryDriven;
using multigrid::Multigrid;

/// The largest error, relative to the largest value, after many cycles on the calling unit alone.
double error_of(std::size_t size)
{
  Multigrid<LibraryDriven> grid(size, dash::Team::Self());
  for (int i = 0; i < 40; ++i) grid.cycle();
  std::vector<Cell> cells(size * size * size);
  dash::copy(grid.solution().begin(), grid.solution().end(), cells.data());
  const multigrid::Wave wave{size};
  double error = 0, largest = 0;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    error = std::max(error, difference(cells[i].u, wave.solution(i)));
    largest = std::max(largest, wave.solution(i));
  }
  return error / largest;
}

/// \return the factor by which a cycle reduces the residual, the same by each path
template <class Path>
double check(std::size_t size)
{
  Multigrid<Path> all(size);
  Multigrid<LibraryDriven> alone(size, dash::Team::Self());
  const double first = all.residual();
  double last = first;
  constexpr int cycles = 4;
  for (int i = 0; i < cycles; ++i) {
    all.cycle();
    alone.cycle();
    last = all.residual();
    bench::require(
        std::abs(last - alone.residual()) <= 1e-6 * last, "residuals are those of one unit");
  }
  const double factor = std::pow(last / first, 1.0 / cycles);
  bench::require(factor < 0.6, "a cycle reduces the residual");
  return factor;
}

template <class Path>
void measure_path(bench::Bench& bench)
{
  if (!bench.measures_path(Path::name)) return;
  auto params = bench::where();
  params.emplace_back("control", std::string(Path::name));
  bench.report(
      {.name = "residual after a cycle, of that before",
       .params = params,
       .value = check<Path>(16),
       .unit = "x"});
  for (const std::size_t size : bench.sizes({8, 32, 128}, 8)) {
    Multigrid<Path> grid(size);
    const auto seconds = bench.figure(bench::by_all([&] { grid.cycle(); }));
    auto params_of_size = params;
    params_of_size.emplace_back("size", size);
    bench.report("cycle", std::move(params_of_size), seconds.time(1, bench::micro), "us");
  }
}

void measure(bench::Bench& bench)
{
  const double order = std::log2(error_of(8) / error_of(16));
  bench::require(order > 1.8 && order < 2.2, "the order of convergence is 2");
  measure_path<multigrid::BorderExchange<control::Host>>(bench);
  measure_path<multigrid::BorderExchange<control::Stream>>(bench);
  measure_path<multigrid::BorderExchange<control::Triggers>>(bench);
  measure_path<LibraryDriven>(bench);
}

}  // namespace

int main(int argc, char** argv)
{
  return bench::run_application("multigrid", argc, argv, measure);
}
