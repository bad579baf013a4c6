#pragma once

#include <dash/Types.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

/// The arithmetic of the Himeno benchmark: Jacobi iterations for a pressure that satisfies
/// Poisson's equation in curvilinear coordinates, where the stencil of a point has 19 points,
/// including itself. It is plain C++ on raw planes, so processors and kernels share it.
namespace himeno {

/// Number of points in each dimension; the points of a row, which differ in their column, are
/// adjacent.
struct Shape {
  std::size_t planes;
  std::size_t rows;
  std::size_t columns;

  DASH_HOST_DEVICE std::size_t plane() const { return rows * columns; }
  std::size_t size() const { return planes * plane(); }
  /// Number of points that change; points at the faces keep their pressure.
  std::size_t interior() const { return (planes - 2) * (rows - 2) * (columns - 2); }
};

/// The coefficients' names in the benchmark. Each of them is an array with one element per point.
enum Coefficient { a0, a1, a2, a3, b0, b1, b2, c0, c1, c2, bnd, wrk1, num_coefficients };

/// The values that the benchmark gives them. Programs must not make use of knowing them.
constexpr std::array<float, num_coefficients> coefficient_values{1, 1, 1, 1.0F / 6, 0, 0,
                                                                 0, 1, 1, 1,        1, 0};

/// Relaxation factor: the fraction of the computed change that is applied.
constexpr float omega = 0.8F;

/// Floating-point operations per point and iteration, as the benchmark counts them.
constexpr double flops = 34;

/// Arrays that an iteration reads or writes: the coefficients and two copies of the pressure.
constexpr double streams = num_coefficients + 2;

/// Initial pressure: it grows from plane to plane, from 0 at the first to 1 at the last.
DASH_HOST_DEVICE inline float initial_pressure(std::size_t plane, std::size_t planes)
{
  return static_cast<float>(plane * plane) / static_cast<float>((planes - 1) * (planes - 1));
}

/// Difference between the pressure that the neighbours of a point determine and its own.
/// \param x  its coefficients: x(a0), ...
/// \param p  pressure around it by relative indices: p(-1, 0, 0) is in the preceding plane
template <class Coefficients, class Neighbours>
DASH_HOST_DEVICE float change(const Coefficients& x, const Neighbours& p)
{
  const float sum = x(a0) * p(1, 0, 0) + x(a1) * p(0, 1, 0) + x(a2) * p(0, 0, 1) +
                    x(b0) * (p(1, 1, 0) - p(1, -1, 0) - p(-1, 1, 0) + p(-1, -1, 0)) +
                    x(b1) * (p(0, 1, 1) - p(0, -1, 1) - p(0, 1, -1) + p(0, -1, -1)) +
                    x(b2) * (p(1, 0, 1) - p(-1, 0, 1) - p(1, 0, -1) + p(-1, 0, -1)) +
                    x(c0) * p(-1, 0, 0) + x(c1) * p(0, -1, 0) + x(c2) * p(0, 0, -1) + x(wrk1);
  return (sum * x(a3) - p(0, 0, 0)) * x(bnd);
}

/// Consecutive planes with all that an iteration of them needs, and where its results are stored.
struct Slab {
  Shape shape;          ///< extents of the slab
  const float* before;  ///< pressure in the plane before the first one
  const float* own;
  const float* behind;
  const float* coefficients[num_coefficients];
  float* next;     ///< pressure after the iteration
  float* squares;  ///< sums of squared changes; their total is the benchmark's "gosa"

  /// Plane \p i of the slab, from -1, the plane before it, to the number of planes, the plane
  /// behind it.
  DASH_HOST_DEVICE const float* plane(std::ptrdiff_t i) const
  {
    if (i < 0) return before;
    return static_cast<std::size_t>(i) == shape.planes ? behind : own + i * shape.plane();
  }
};

/// The values of a point that are read from memory.
struct CoefficientsInMemory {
  const float* const* arrays;
  std::size_t at;

  DASH_HOST_DEVICE float operator()(Coefficient name) const { return arrays[name][at]; }
};

struct NeighboursInMemory {
  /// the point's place in the preceding plane, in its own and in the following one
  const float* planes[3];
  std::ptrdiff_t row;

  DASH_HOST_DEVICE float operator()(int i, int j, int k) const
  {
    return planes[i + 1][j * row + k];
  }
};

inline void step_row(const Slab& slab, std::size_t plane, std::size_t row)
{
  const Shape& shape = slab.shape;
  const std::size_t in_plane = row * shape.columns;
  const std::size_t begin = plane * shape.plane() + in_plane;
  const auto i = static_cast<std::ptrdiff_t>(plane);
  const float* const before = slab.plane(i - 1) + in_plane;
  const float* const own = slab.plane(i) + in_plane;
  const float* const behind = slab.plane(i + 1) + in_plane;
  float* const next = slab.next + begin;
  float* const squares = slab.squares + in_plane;
  DASH_INDEPENDENT_ROUNDS
  for (std::size_t k = 1; k < shape.columns - 1; ++k) {
    const NeighboursInMemory p{
        {before + k, own + k, behind + k}, static_cast<std::ptrdiff_t>(shape.columns)};
    const float d = change(CoefficientsInMemory{slab.coefficients, begin + k}, p);
    squares[k] += d * d;
    next[k] = p(0, 0, 0) + omega * d;
  }
}

/// One iteration row by row, for a processor. It has a sum of squares for each place in a plane,
/// because with a single sum each point would wait for the preceding one.
inline void step_slab(const Slab& slab)
{
  std::fill_n(slab.squares, slab.shape.plane(), 0.0F);
  for (std::size_t plane = 0; plane < slab.shape.planes; ++plane) {
    for (std::size_t row = 1; row < slab.shape.rows - 1; ++row) step_row(slab, plane, row);
  }
}

/// Adjacent values, which a GPU loads by one instruction.
struct alignas(4 * sizeof(float)) Quad {
  static constexpr std::size_t width = 4;
  float values[width];
};

/// Pressure around the points of a quad, in registers.
struct Surroundings {
  float values[3][3][Quad::width + 2];  ///< planes, rows, points

  /// \param first  the place of the quad in the row; quads at the ends of rows have no neighbour
  ///   there
  DASH_HOST_DEVICE void load_row(int plane, int row, const float* first, bool begins, bool ends)
  {
    const Quad quad = *reinterpret_cast<const Quad*>(first);
    float* const to = values[plane][row];
    to[0] = begins ? 0 : *(first - 1);
    for (std::size_t k = 0; k < Quad::width; ++k) to[k + 1] = quad.values[k];
    to[Quad::width + 1] = ends ? 0 : first[Quad::width];
  }
};

/// One iteration on a GPU: each call computes the points of a quad and has a sum of squares of its
/// own. Calls with consecutive numbers are at adjacent places. Rows consist of whole quads.
struct StepQuads {
  Slab slab;

  static std::size_t count(const Shape& shape)
  {
    return shape.planes * shape.plane() / Quad::width;
  }

  DASH_HOST_DEVICE void operator()(std::uint32_t call) const
  {
    const auto rows = static_cast<std::uint32_t>(slab.shape.rows);
    const auto quads = static_cast<std::uint32_t>(slab.shape.columns / Quad::width);
    const std::uint32_t row = call / quads % rows;
    if (row == 0 || row == rows - 1) return;
    slab.squares[call] = step(call / quads / rows, row, call % quads);
  }

 private:
  DASH_HOST_DEVICE float step(std::uint32_t plane, std::uint32_t row, std::uint32_t quad) const
  {
    const std::size_t columns = slab.shape.columns;
    const std::size_t column = quad * Quad::width;
    const bool begins = column == 0;
    const bool ends = column + Quad::width == columns;
    Surroundings around;
    for (int i = 0; i < 3; ++i) {
      const float* const first =
          slab.plane(static_cast<std::ptrdiff_t>(plane) + i - 1) + (row * columns + column);
      around.load_row(i, 0, first - columns, begins, ends);
      around.load_row(i, 1, first, begins, ends);
      around.load_row(i, 2, first + columns, begins, ends);
    }
    Quad x[num_coefficients];
    const std::size_t at = plane * slab.shape.plane() + row * columns + column;
    for (std::size_t i = 0; i < num_coefficients; ++i) {
      x[i] = *reinterpret_cast<const Quad*>(slab.coefficients[i] + at);
    }
    Quad next;
    float squares = 0;
    for (int k = 0; k < static_cast<int>(Quad::width); ++k) {
      const auto p = [&around, k](int i, int j, int l) {
        return around.values[1 + i][1 + j][1 + k + l];
      };
      const bool at_face = (begins && k == 0) || (ends && k + 1 == Quad::width);
      const float d =
          at_face ? 0 : change([&x, k](Coefficient name) { return x[name].values[k]; }, p);
      squares += d * d;
      next.values[k] = p(0, 0, 0) + omega * d;
    }
    *reinterpret_cast<Quad*>(slab.next + at) = next;
    return squares;
  }
};

}  // namespace himeno
