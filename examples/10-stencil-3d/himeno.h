#pragma once

#include <dash/Types.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

/// The arithmetic of the Himeno benchmark: Jacobi iterations for a pressure that obeys Poisson's
/// equation in curved coordinates, which gives a point 19 neighbours, itself among them.
/// Plain C++ on raw planes, so that processors and kernels share it.
namespace himeno {

/// Points in each dimension; those of a row, which are in \c columns, are adjacent.
struct Shape {
  std::size_t planes;
  std::size_t rows;
  std::size_t columns;

  DASH_HOST_DEVICE std::size_t plane() const { return rows * columns; }
  std::size_t size() const { return planes * plane(); }
  /// Number of points that change; those at the faces keep their pressure.
  std::size_t interior() const { return (planes - 2) * (rows - 2) * (columns - 2); }
};

/// The coefficients' names in the benchmark. Each of them is an array with an element a point.
enum Coefficient { a0, a1, a2, a3, b0, b1, b2, c0, c1, c2, bnd, wrk1, num_coefficients };

/// What the benchmark sets them to. Programs must not profit from knowing it.
constexpr std::array<float, num_coefficients> coefficient_values{
    1, 1, 1, 1.0F / 6, 0, 0, 0, 1, 1, 1, 1, 0};

/// Share of its change that a point takes over.
constexpr float omega = 0.8F;

/// Floating point operations a point and iteration, by the benchmark's own count.
constexpr double flops = 34;

/// Arrays that an iteration reads or writes: the coefficients and two copies of the pressure.
constexpr double streams = num_coefficients + 2;

/// Pressure at the start: grows from plane to plane, from 0 at the first to 1 at the last.
DASH_HOST_DEVICE inline float initial_pressure(std::size_t plane, std::size_t planes)
{
  return static_cast<float>(plane * plane) / static_cast<float>((planes - 1) * (planes - 1));
}

/// Pressure around a point by relative indices: p(-1, 0, 0) is in the plane before it.
struct Neighbours {
  const float* planes[3];  ///< the point's own place in the plane before, its own, the one behind
  std::ptrdiff_t row;

  DASH_HOST_DEVICE float operator()(int i, int j, int k) const
  {
    return planes[i + 1][j * row + k];
  }
};

/// What a point is short of the pressure that its neighbours ask for.
DASH_HOST_DEVICE inline float change(
    const float* const* x, std::size_t at, const Neighbours& p)
{
  const float sum =
      x[a0][at] * p(1, 0, 0) + x[a1][at] * p(0, 1, 0) + x[a2][at] * p(0, 0, 1) +
      x[b0][at] * (p(1, 1, 0) - p(1, -1, 0) - p(-1, 1, 0) + p(-1, -1, 0)) +
      x[b1][at] * (p(0, 1, 1) - p(0, -1, 1) - p(0, 1, -1) + p(0, -1, -1)) +
      x[b2][at] * (p(1, 0, 1) - p(-1, 0, 1) - p(1, 0, -1) + p(-1, 0, -1)) +
      x[c0][at] * p(-1, 0, 0) + x[c1][at] * p(0, -1, 0) + x[c2][at] * p(0, 0, -1) + x[wrk1][at];
  return (sum * x[a3][at] - p(0, 0, 0)) * x[bnd][at];
}

/// Consecutive planes with all that an iteration of them needs, and where it puts its results.
struct Slab {
  Shape shape;          ///< of the slab
  const float* before;  ///< pressure in the plane before the first one
  const float* own;
  const float* behind;
  const float* coefficients[num_coefficients];
  float* next;     ///< pressure after the iteration
  float* squares;  ///< sums of squared changes; their total is the benchmark's "gosa"

  /// A plane, or the one before the first or behind the last.
  DASH_HOST_DEVICE const float* plane(std::ptrdiff_t i) const
  {
    if (i < 0) return before;
    return static_cast<std::size_t>(i) == shape.planes ? behind : own + i * shape.plane();
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
    const Neighbours p{
        {before + k, own + k, behind + k}, static_cast<std::ptrdiff_t>(shape.columns)};
    const float d = change(slab.coefficients, begin + k, p);
    squares[k] += d * d;
    next[k] = p(0, 0, 0) + omega * d;
  }
}

/// One iteration row by row, as suits a processor. It has a sum of squares for each place in a
/// plane, as a single one would make each point wait for the one before it.
inline void step_slab(const Slab& slab)
{
  std::fill_n(slab.squares, slab.shape.plane(), 0.0F);
  for (std::size_t plane = 0; plane < slab.shape.planes; ++plane) {
    for (std::size_t row = 1; row < slab.shape.rows - 1; ++row) step_row(slab, plane, row);
  }
}

/// One iteration as suits a GPU: each call takes the points at the same place in some consecutive
/// planes, which share most of what they load, and has a sum of squares of its own. Calls with
/// neighbouring numbers are at neighbouring places.
struct StepColumns {
  static constexpr std::size_t depth = 4;

  Slab slab;

  static std::size_t count(const Shape& shape)
  {
    return (shape.planes + depth - 1) / depth * shape.plane();
  }

  DASH_HOST_DEVICE void operator()(std::uint32_t call) const
  {
    const auto rows = static_cast<std::uint32_t>(slab.shape.rows);
    const auto columns = static_cast<std::uint32_t>(slab.shape.columns);
    const std::uint32_t column = call % columns;
    const std::uint32_t row = call / columns % rows;
    const std::size_t first = call / columns / rows * depth;
    const bool at_face = row == 0 || row == rows - 1 || column == 0 || column == columns - 1;
    if (!at_face) slab.squares[call] = step_column(first, row * columns + column);
  }

 private:
  DASH_HOST_DEVICE float step_column(std::size_t first, std::size_t in_plane) const
  {
    const std::size_t left = slab.shape.planes - first;
    const std::size_t stride = slab.shape.plane();
    const float* planes[depth + 2];
    for (std::size_t n = 0; n < depth + 2; ++n) {
      const std::size_t i = first + (n < left + 1 ? n : left + 1);
      planes[n] = slab.plane(static_cast<std::ptrdiff_t>(i) - 1) + in_plane;
    }
    // All is loaded before the first store, so that the loads are under way at once.
    float next[depth];
    float squares = 0;
    for (std::size_t n = 0; n < depth; ++n) {
      if (n >= left) break;
      const Neighbours p{
          {planes[n], planes[n + 1], planes[n + 2]},
          static_cast<std::ptrdiff_t>(slab.shape.columns)};
      const float d = change(slab.coefficients, (first + n) * stride + in_plane, p);
      squares += d * d;
      next[n] = p(0, 0, 0) + omega * d;
    }
    for (std::size_t n = 0; n < depth; ++n) {
      if (n >= left) break;
      slab.next[(first + n) * stride + in_plane] = next[n];
    }
    return squares;
  }
};

}  // namespace himeno
