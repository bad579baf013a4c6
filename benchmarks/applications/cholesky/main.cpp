/// app_cholesky: the factorisation of examples/15-cholesky by tasks on tiles, in comparison with
/// one call of LAPACK on one core. Each factor is compared with LAPACK's. BLAS may have threads of
/// its own: set OPENBLAS_NUM_THREADS=1.
///
///     OPENBLAS_NUM_THREADS=1 dartrun -n 2 app_cholesky

#include <dash/Tasks.h>
#include <dash/Team.h>

#include <cstddef>
#include <utility>
#include <vector>

#include "15-cholesky/factorisation.h"
#include "15-cholesky/reference.h"
#include "15-cholesky/tile_operations.h"
#include "15-cholesky/tiled_matrix.h"
#include "support/application.h"

namespace {

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

bool is_factor(const TiledMatrix& matrix, const std::vector<double>& elements)
{
  std::vector<double> expected = elements;
  factorise_by_lapack(expected, matrix.size());
  return deviation(matrix, expected).is_rounding();
}

void measure(bench::Bench& bench)
{
  TiledMatrix matrix(bench.sized(8, 3), bench.sized(128, 16));
  const auto n = static_cast<double>(matrix.size());
  const std::vector<double> raw = elements_of_matrix(matrix.size(), n);
  std::vector<double> factor;
  bench::Body by_tasks = bench::by_one([&] { factorise(matrix); });
  bench::Body by_lapack = bench::by_one([&] { factorise_by_lapack(factor, matrix.size()); });
  by_tasks.prepare = [&] {
    if (dash::myid() == 0) generate(matrix);
  };
  by_lapack.prepare = [&] { factor = raw; };
  const auto seconds = bench.duel(by_tasks, by_lapack);
  if (dash::myid() == 0) bench::require(is_factor(matrix, raw), "the factor is LAPACK's");
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
