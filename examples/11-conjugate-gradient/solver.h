#pragma once

#include <dash/algorithm/Copy.h>
#include <dash/algorithm/Fill.h>
#include <dash/algorithm/ForEachIndex.h>
#include <dash/algorithm/Reduce.h>
#include <dash/util/Progress.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>

#include "sparse_matrix.h"

/// When the iteration stops.
struct Limits {
  double tolerance = 1e-9;  ///< norm of the residual, relative to that of the right-hand side
  std::size_t iterations = 10'000;
};

/// Computes one element of y = a * x + b * y, on CPUs and GPUs.
struct CombineElements {
  double a;
  const double* x;
  double b;
  double* y;

  DASH_HOST_DEVICE void operator()(std::uint32_t i) const { y[i] = a * x[i] + b * y[i]; }
};

/// y = a * x + b * y; each unit computes its own elements.
inline void combine(double a, const Vector& x, double b, Vector& y)
{
  const auto size = static_cast<std::uint32_t>(y.lsize());
  dash::for_each_index(size, CombineElements{a, own_part(x), b, own_part(y)});
}

/// How the iteration has ended, the same on all units. It is no exception: an exception that
/// destroys the vectors of all units would end the run.
struct Outcome {
  std::size_t iterations;
  std::string failure;  ///< empty if x is the solution
};

/// Solves A x = b by conjugate gradients, from x = 0. Fails if A is not positive definite, or the
/// limit is reached. Collective.
inline Outcome solve(SparseMatrix& a, const Vector& b, Vector& x, const Limits& limits)
{
  Vector residual(a.rows()), direction(a.rows()), product(a.rows());
  dash::fill(x, 0.0);
  dash::copy(b.lbegin(), b.lend(), residual.lbegin());
  dash::copy(b.lbegin(), b.lend(), direction.lbegin());

  double squares = dash::inner_product(residual, residual, 0.0);
  const double goal = limits.tolerance * std::sqrt(squares);
  dash::Progress progress("iterations");  // nobody knows how many it takes
  std::size_t iteration = 0;
  for (; std::sqrt(squares) > goal; ++iteration) {
    if (iteration == limits.iterations) return {iteration, "too many iterations"};
    a.multiply(direction, product);
    const double curvature = dash::inner_product(direction, product, 0.0);
    if (!(curvature > 0)) return {iteration, "the matrix is not positive definite"};
    const double step = squares / curvature;
    combine(step, direction, 1, x);
    combine(-step, product, 1, residual);
    const double next_squares = dash::inner_product(residual, residual, 0.0);
    combine(1, residual, next_squares / squares, direction);
    squares = next_squares;
    progress.add();
  }
  x.barrier();
  return {iteration, {}};
}
