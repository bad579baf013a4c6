/// app_cholesky: the factorisation of examples/15-cholesky by tasks on tiles, in comparison with
/// one call of LAPACK on one core. Each factor is compared with LAPACK's. BLAS may have threads of
/// its own: set OPENBLAS_NUM_THREADS=1.
///
///     OPENBLAS_NUM_THREADS=1 dartrun -n 2 app_cholesky

#include <dash/Tasks.h>
#include <dash/Team.h>
#include <lapacke.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <utility>
#include <vector>

#include "15-cholesky/factorisation.h"
#include "15-cholesky/tile_operations.h"
#include "15-cholesky/tiled_matrix.h"
#include "support/application.h"

namespace {

std::vector<double> elements(std::size_t n)
{
  std::vector<double> all(n * n);
  for (std::size_t column = 0; column < n; ++column) {
    for (std::size_t row = 0; row < n; ++row) {
      all[column * n + row] = Elements::at(row, column, static_cast<double>(n));
    }
  }
  return all;
}

void factorise_by_lapack(std::vector<double>& matrix, std::size_t n)
{
  const auto order = static_cast<lapack_int>(n);
  LAPACKE_dpotrf(LAPACK_COL_MAJOR, 'L', order, matrix.data(), order);
}

void generate(TiledMatrix& matrix)
{
  dash::tasks::task_group group;
  matrix.generate(static_cast<double>(matrix.size()), group);
  group.wait();
}

void factorise(TiledMatrix& matrix)
{
  dash::tasks::task_group group;
  Factorisation<TileOperations>(matrix).start(group);
  group.wait();
}

bool is_factor(const TiledMatrix& matrix)
{
  const std::size_t n = matrix.size(), tile = matrix.tile();
  std::vector<double> expected = elements(n), computed(tile * tile);
  factorise_by_lapack(expected, n);
  double largest = 0, difference = 0;
  for (std::size_t i = 0; i < matrix.tiles(); ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      matrix.fetch(i, j, computed.data());
      for (std::size_t column = 0; column < tile; ++column) {
        for (std::size_t row = i == j ? column : 0; row < tile; ++row) {
          const double value = expected[(j * tile + column) * n + i * tile + row];
          largest = std::max(largest, std::abs(value));
          difference = std::max(difference, std::abs(computed[column * tile + row] - value));
        }
      }
    }
  }
  return difference <= largest * static_cast<double>(n) * std::numeric_limits<double>::epsilon();
}

void measure(bench::Bench& bench)
{
  TiledMatrix matrix(bench.sized(8, 3), bench.sized(128, 16));
  const auto n = static_cast<double>(matrix.size());
  const std::vector<double> raw = elements(matrix.size());
  std::vector<double> factor;
  bench::Body by_tasks = bench::by_one([&] { factorise(matrix); });
  bench::Body by_lapack = bench::by_one([&] { factorise_by_lapack(factor, matrix.size()); });
  by_tasks.prepare = [&] {
    if (dash::myid() == 0) generate(matrix);
  };
  by_lapack.prepare = [&] { factor = raw; };
  const auto seconds = bench.duel(by_tasks, by_lapack);
  if (dash::myid() == 0) bench::require(is_factor(matrix), "the factor is LAPACK's");
  dash::barrier();
  auto params = bench::where();
  params.emplace_back("size", matrix.size());
  bench.report(
      "factorisation", std::move(params), seconds.rate(n * n * n / 3, bench::giga), "GFLOP/s",
      "LAPACK, one core");
}

}  // namespace

int main(int argc, char** argv)
{
  return bench::run_application("cholesky", argc, argv, measure);
}
