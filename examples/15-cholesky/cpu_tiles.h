#pragma once

#include <cblas.h>
#include <dash/Tasks.h>
#include <lapacke.h>

#include <cstring>

/// Bodies of tasks on tiles of n x n elements in column-major order, which call LAPACK and BLAS.
namespace cpu {

using Tile = dash::tasks::Span<double>;
using ConstTile = dash::tasks::Span<const double>;

/// Computes a = L, where a = L L'.
struct Factor {
  int n;
  void operator()(Tile a, dash::tasks::Span<int> info) const
  {
    info[0] = LAPACKE_dpotrf(LAPACK_COL_MAJOR, 'L', n, a.data(), n);
  }
};

/// Computes a = a / l'.
struct Solve {
  int n;
  void operator()(ConstTile l, Tile a) const
  {
    cblas_dtrsm(
        CblasColMajor, CblasRight, CblasLower, CblasTrans, CblasNonUnit, n, n, 1, l.data(), n,
        a.data(), n);
  }
};

/// Computes c -= a b'.
struct Update {
  int n;
  void operator()(ConstTile a, ConstTile b, Tile c) const
  {
    cblas_dgemm(
        CblasColMajor, CblasNoTrans, CblasTrans, n, n, n, -1, a.data(), n, b.data(), n, 1, c.data(),
        n);
  }
};

/// Computes the lower triangle of c -= a a'.
struct UpdateDiagonal {
  int n;
  void operator()(ConstTile a, Tile c) const
  {
    cblas_dsyrk(CblasColMajor, CblasLower, CblasNoTrans, n, n, -1, a.data(), n, 1, c.data(), n);
  }
};

struct Copy {
  void operator()(ConstTile from, Tile to) const
  {
    std::memcpy(to.data(), from.data(), from.size() * sizeof(double));
  }
};

}  // namespace cpu
