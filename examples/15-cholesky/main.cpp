/// 15-cholesky: the Cholesky factorisation of a large matrix, as plain loops of tasks.
///
/// Shows a blocked algorithm whose parallelism follows from its data: the loops of factorisation.h
/// start a task for each operation on tiles, in the order of a serial program, and say which tiles
/// it reads and changes. The runtime executes tasks that do not depend on each other concurrently,
/// where the tiles are: by LAPACK and BLAS on CPU units, by cuSOLVER and cuBLAS on GPUs, also with
/// both in one run. A tile that other units need is copied to each of them once. Use it as the
/// skeleton of blocked linear algebra.
///
/// tiled_matrix.h has the distributed matrix, factorisation.h the algorithm, and tile_operations.h
/// selects the operations on tiles from cpu_tiles.h and gpu_tiles.h; reference.h compares with
/// LAPACK. BLAS may have threads of its own: set OPENBLAS_NUM_THREADS=1.
///
///     dartrun -n 4 15-cholesky
///     dartrun -n 2 15-cholesky --tiles 16 --tile 256
///     dartrun --gpu 2 15-cholesky --tiles 16 --tile 2048
///     dartrun -n 3 15-cholesky --check               # compares with LAPACK

#include <dash/Tasks.h>
#include <dash/Team.h>

#include <chrono>
#include <cstddef>
#include <iostream>
#include <stdexcept>
#include <string>
#include <vector>

#include "../support/program.h"
#include "../support/root.h"
#include "factorisation.h"
#include "reference.h"
#include "tile_operations.h"
#include "tiled_matrix.h"

namespace {

const char* const name = "15-cholesky";

struct Options {
  std::size_t tiles = 6;
  std::size_t tile = 64;
  double diagonal = -1;  // negative: large enough for the matrix to be positive definite
  bool check = false;
};

void declare(CommandLine& line, Options& o)
{
  line.add("--tiles", o.tiles, "Tiles in a row of the matrix").is_positive().shows_default();
  line.add("--tile", o.tile, "Rows and columns of a tile").is_between(1, 1 << 15).shows_default();
  line.add("--diagonal", o.diagonal, "What is added to the random numbers on the diagonal")
      .shows("[as many as rows]");
  line.add_flag("--check", o.check, "Compare with LAPACK's factor; exit with 1 if it differs");
}

double diagonal_of(const Options& o)
{
  return o.diagonal < 0 ? static_cast<double>(o.tiles * o.tile) : o.diagonal;
}

/// Returns the seconds that the factorisation took.
double factorise(TiledMatrix& matrix)
{
  const auto start = std::chrono::steady_clock::now();
  dash::tasks::task_group group;
  Factorisation<TileOperations>(matrix).start(group);
  group.wait();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// \throws std::runtime_error if the matrix is not positive definite
void require_factor(const TiledMatrix& matrix)
{
  for (std::size_t k = 0; k < matrix.tiles(); ++k) {
    const int info = matrix.fetch_info(k);
    if (info == 0) continue;
    throw std::runtime_error(
        "the matrix is not positive definite: its leading minor of order " +
        std::to_string(k * matrix.tile() + static_cast<std::size_t>(info)) +
        " is not; raise --diagonal");
  }
}

/// Factorises the same matrix by one call of LAPACK.
/// \throws std::runtime_error if elements differ by more than rounding
void check_against_lapack(const TiledMatrix& matrix, double diagonal)
{
  std::vector<double> expected = elements_of_matrix(matrix.size(), diagonal);
  factorise_by_lapack(expected, matrix.size());
  const Deviation found = deviation(matrix, expected);
  if (!found.is_rounding()) {
    throw std::runtime_error(
        "an element differs from LAPACK's by " + std::to_string(found.largest));
  }
  std::cout << "check: equal to LAPACK's factor but for rounding" << std::endl;
}

/// Collective. Returns whether all went well, the same on every unit.
bool run(const Options& o)
{
  TiledMatrix matrix(o.tiles, o.tile);
  const bool succeeded = succeeds_at_root(name, [&] {
    std::cout << name << ": " << matrix.size() << " x " << matrix.size() << " elements in tiles of "
              << o.tile << " x " << o.tile << " on " << dash::size()
              << (dash::size() == 1 ? " unit" : " units") << std::endl;
    dash::tasks::task_group group;
    matrix.generate(diagonal_of(o), group);
    group.wait();
    const double seconds = factorise(matrix);
    require_factor(matrix);
    const double n = static_cast<double>(matrix.size());
    std::cout << "time:  " << 1e3 * seconds << " ms, " << 1e-9 * n * n * n / 3 / seconds
              << " GFlop/s" << std::endl;
    if (o.check) check_against_lapack(matrix, diagonal_of(o));
  });
  dash::barrier();
  return succeeded;
}

}  // namespace

int main(int argc, char** argv)
{
  return run_program(
      argc, argv, name, "Factorises a matrix by tasks on tiles, on CPU units and GPUs", declare,
      run);
}
