/// app_conjugate_gradient: the solver of examples/11-conjugate-gradient for Poisson's equation on a
/// cube, whose matrix each unit makes on the spot, in comparison with plain loops on one core.
/// Checks the residual of a solution.
///
///     dartrun -n 2 app_conjugate_gradient

#include <dash/Team.h>
#include <dash/algorithm/Fill.h>
#include <dash/algorithm/Reduce.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include "11-conjugate-gradient/row_blocks.h"
#include "11-conjugate-gradient/solver.h"
#include "11-conjugate-gradient/sparse_matrix.h"
#include "support/application.h"

namespace {

/// Seven points on a cube of n points a side, with zeros beyond its faces.
struct Poisson {
  std::size_t n;

  std::size_t size() const { return n * n * n; }

  /// Entries of all rows in front of one.
  std::size_t entries_before(std::size_t row) const
  {
    // seven for each row, without those that would leave the cube in each of the three dimensions
    const std::size_t plane = n * n, i = row / plane, j = row / n % n, k = row % n;
    const std::size_t last_plane = plane * (n - 1);
    const std::size_t left_in_i = std::min(row, plane) + (row > last_plane ? row - last_plane : 0);
    const std::size_t left_in_j = 2 * n * i + std::min(row - i * plane, n) + (j == n - 1 ? k : 0);
    const std::size_t left_in_k = 2 * (row / n) + (k > 0 ? 1 : 0);
    return 7 * row - left_in_i - left_in_j - left_in_k;
  }

  CompressedRows rows(std::size_t first, std::size_t last) const
  {
    CompressedRows rows;
    std::size_t end = entries_before(first);
    for (std::size_t row = first; row < last; ++row) {
      const auto add = [&](std::size_t column, double value) {
        rows.columns.push_back(static_cast<std::uint32_t>(column));
        rows.values.push_back(value);
        ++end;
      };
      const std::size_t i = row / (n * n), j = row / n % n, k = row % n;
      if (i > 0) add(row - n * n, -1);
      if (j > 0) add(row - n, -1);
      if (k > 0) add(row - 1, -1);
      add(row, 6);
      if (k < n - 1) add(row + 1, -1);
      if (j < n - 1) add(row + n, -1);
      if (i < n - 1) add(row + n * n, -1);
      rows.ends.push_back(end);
    }
    return rows;
  }

  RowBlocks blocks() const
  {
    RowBlocks blocks;
    for (std::size_t unit = 0; unit < dash::size(); ++unit) {
      const std::size_t first = size() * unit / dash::size();
      const std::size_t last = size() * (unit + 1) / dash::size();
      blocks.rows.push_back(last - first);
      blocks.entries.push_back(entries_before(last) - entries_before(first));
    }
    return blocks;
  }
};

/// Iterations in plain memory of one unit, from x = 0 and b = 1.
class SerialSolver {
 public:
  explicit SerialSolver(const Poisson& poisson)
      : a_(poisson.rows(0, poisson.size())),
        x_(poisson.size()),
        residual_(x_),
        direction_(x_),
        product_(x_)
  {}

  void iterate(std::size_t count)
  {
    std::fill(x_.begin(), x_.end(), 0.0);
    std::fill(residual_.begin(), residual_.end(), 1.0);
    direction_ = residual_;
    double squares = dot(residual_, residual_);
    for (; count > 0; --count) {
      multiply();
      const double step = squares / dot(direction_, product_);
      for (std::size_t i = 0; i < x_.size(); ++i) x_[i] += step * direction_[i];
      for (std::size_t i = 0; i < x_.size(); ++i) residual_[i] -= step * product_[i];
      const double next = dot(residual_, residual_);
      for (std::size_t i = 0; i < x_.size(); ++i) {
        direction_[i] = residual_[i] + next / squares * direction_[i];
      }
      squares = next;
    }
  }

 private:
  static double dot(const std::vector<double>& a, const std::vector<double>& b)
  {
    return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
  }

  void multiply()
  {
    std::size_t i = 0;
    for (std::size_t row = 0; row < x_.size(); ++row) {
      double sum = 0;
      for (; i < a_.ends[row]; ++i) sum += a_.values[i] * direction_[a_.columns[i]];
      product_[row] = sum;
    }
  }

  CompressedRows a_;
  std::vector<double> x_, residual_, direction_, product_;
};

SparseMatrix make_matrix(const Poisson& poisson)
{
  return {poisson.blocks(), [&](std::size_t first, std::size_t last) {
            return poisson.rows(first, last);
          }};
}

/// Solves a small system and computes the residual anew. Collective.
void check(const Poisson& poisson)
{
  SparseMatrix a = make_matrix(poisson);
  Vector b(a.rows()), x(a.rows()), product(a.rows());
  dash::fill(b, 1.0);
  const Outcome outcome = solve(a, b, x, {.tolerance = 1e-10, .iterations = 1000});
  bench::require(outcome.failure.empty(), "the iterations converge");
  a.multiply(x, product);
  combine(1, b, -1, product);
  const double squares = dash::inner_product(product, product, 0.0);
  const double right = dash::inner_product(b, b, 0.0);
  bench::require(std::sqrt(squares / right) <= 1e-9, "the residual of the solution is 1e-9");
}

void measure(bench::Bench& bench)
{
  check({bench.sized(24, 9)});
  const Poisson poisson{bench.sized(100, 12)};
  const std::size_t iterations = bench.sized(10, 2);
  SparseMatrix a = make_matrix(poisson);
  Vector b(a.rows()), x(a.rows());
  dash::fill(b, 1.0);
  SerialSolver serial(poisson);
  const auto seconds = bench.duel(
      bench::by_all([&] { solve(a, b, x, {.tolerance = 0, .iterations = iterations}); }),
      bench::by_one([&] { serial.iterate(iterations); }));
  auto params = bench::where();
  params.emplace_back("rows", poisson.size());
  const auto flops = static_cast<double>(iterations) * (2 * static_cast<double>(a.num_entries()) +
                                                        10 * static_cast<double>(poisson.size()));
  bench.report(
      "iteration", std::move(params), seconds.rate(flops, bench::giga), "GFLOP/s",
      "plain loops, one core");
}

}  // namespace

int main(int argc, char** argv)
{
  return bench::run_application("conjugate_gradient", argc, argv, measure);
}
