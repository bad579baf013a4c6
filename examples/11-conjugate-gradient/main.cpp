/// 11-conjugate-gradient: solves a sparse system of linear equations; rows of the matrix and
/// elements of vectors are distributed over all units.
///
/// Shows irregular access. Each unit determines once which elements of a vector its rows need, and
/// then gets them by a few one-sided copies, in which their owners take no part. All else is local,
/// except dot products, whose results all units get. The bodies of loops are written once, for
/// loops on CPU units and kernels on GPU units.
///
/// solver.h has the method, sparse_matrix.h and gather_plan.h the distributed matrix, and
/// matrix_market.h and row_blocks.h read a file and divide it into rows.
///
///     dartrun -n 4 11-conjugate-gradient                      # a bar that bends under a load
///     dartrun -n 4 11-conjugate-gradient --matrix bcsstk16.mtx --iterations 100000
///     dartrun --cpu 2 --gpu 2 --gpu-backend emulated 11-conjugate-gradient

#include <dash/Team.h>
#include <dash/algorithm/Bcast.h>
#include <dash/algorithm/Copy.h>
#include <dash/algorithm/Fill.h>
#include <dash/algorithm/Reduce.h>

#include <chrono>
#include <cmath>
#include <cstddef>
#include <iostream>
#include <stdexcept>
#include <string>
#include <vector>

#include "../support/program.h"
#include "../support/root.h"
#include "matrix_market.h"
#include "row_blocks.h"
#include "solver.h"
#include "sparse_matrix.h"

namespace {

const char* const name = "11-conjugate-gradient";

/// Largest ||b - A x|| / ||b|| of a solution. The solver updates its residual incrementally, and
/// this deviates from the true one, so its tolerance is smaller.
constexpr double largest_residual = 1e-8;

struct Options {
  std::string matrix = CG_DEFAULT_MATRIX;
  Limits limits;
};

void declare(CommandLine& line, Options& o)
{
  line.add("--matrix", o.matrix, "Matrix Market file, symmetric and positive definite")
      .shows("FILE");
  line.add("--tolerance", o.limits.tolerance, "Relative residual at which to stop")
      .is_positive()
      .shows_default();
  line.add("--iterations", o.limits.iterations, "Most iterations to try").shows_default();
}

/// Gives every unit the root's numbers of rows and entries. Collective.
RowBlocks share(RowBlocks blocks)
{
  blocks.rows.resize(dash::size());
  blocks.entries.resize(dash::size());
  dash::broadcast(blocks.rows.begin(), blocks.rows.end(), root);
  dash::broadcast(blocks.entries.begin(), blocks.entries.end(), root);
  return blocks;
}

/// Prints how the matrix is distributed. Collective.
void report(const SparseMatrix& a, const Options& o)
{
  const std::size_t runs = a.gather_plan().num_runs();
  const std::size_t gathered = a.gather_plan().size();
  const std::size_t all_runs = dash::reduce(&runs, &runs + 1, std::size_t{0});
  const std::size_t all_gathered = dash::reduce(&gathered, &gathered + 1, std::size_t{0});
  if (!is_root()) return;
  std::cout << name << ": " << o.matrix << ", " << a.rows().size() << " rows with "
            << a.num_entries() << " entries on " << dash::size()
            << (dash::size() == 1 ? " unit" : " units") << "\na product gathers " << all_gathered
            << " elements in " << all_runs << " runs" << std::endl;
}

/// |b - A x|| / ||b||, computed by one unit from the entries of the file.
double true_residual(const SymmetricMatrix& a, const Vector& b, const Vector& x)
{
  std::vector<double> residual(a.size), solution(a.size);
  dash::copy(b.begin(), b.end(), residual.data());
  dash::copy(x.begin(), x.end(), solution.data());
  const auto norm = [](const std::vector<double>& v) {
    double squares = 0;
    for (const double value : v) squares += value * value;
    return std::sqrt(squares);
  };
  const double scale = norm(residual);
  a.for_each_entry([&](std::size_t row, std::size_t column, double value) {
    residual[row] -= value * solution[column];
  });
  return norm(residual) / scale;
}

/// \throws std::runtime_error if \p x is no solution
void check(const SymmetricMatrix& a, const Vector& b, const Vector& x)
{
  const double residual = true_residual(a, b, x);
  std::cout << "residual of the solution: " << residual << std::endl;
  if (!(residual <= largest_residual)) throw std::runtime_error("that is too large");
  std::cout << "check: at most 1e-08" << std::endl;
}

/// Collective. Returns whether all went well, the same on every unit.
bool run(const Options& o)
{
  SymmetricMatrix file;
  CompressedRows whole;
  RowBlocks blocks;
  const auto read = [&] {
    file = read_matrix_market(o.matrix);
    whole = compress(file);
    blocks = cut_evenly(whole, dash::size());
  };
  if (!succeeds_at_root(name, read)) return false;

  SparseMatrix a(share(blocks), whole);
  report(a, o);
  Vector b(a.rows()), x(a.rows());
  dash::fill(b, 1.0);

  using Clock = std::chrono::steady_clock;
  const auto start = Clock::now();
  const Outcome outcome = solve(a, b, x, o.limits);
  const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
  if (is_root() && outcome.failure.empty()) {
    std::cout << outcome.iterations << " iterations in " << seconds << " s" << std::endl;
  } else if (is_root()) {
    std::cerr << name << ": " << outcome.failure << std::endl;
  }
  if (!outcome.failure.empty()) return false;
  return succeeds_at_root(name, [&] { check(file, b, x); });
}

}  // namespace

int main(int argc, char** argv)
{
  return run_program(
      argc, argv, name, "Solves a sparse system of equations by conjugate gradients", declare, run);
}
