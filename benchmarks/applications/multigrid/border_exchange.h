#pragma once

/// \file
/// Levels whose units send each other their border planes.

#include <dash/Init.h>
#include <dash/Team.h>
#include <dash/Types.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "applications/support/borders.h"
#include "level.h"

namespace multigrid {

/// The cells around a place of a row: those of three planes of n x n cells, which are periodic in
/// their rows and columns. n is a power of two.
struct Around {
  const Cell* planes[3];
  std::uint32_t n, row, column;

  DASH_HOST_DEVICE Cell operator()(int i, int j, int k) const
  {
    const std::uint32_t r = (row + static_cast<std::uint32_t>(j)) & (n - 1);
    const std::uint32_t c = (column + static_cast<std::uint32_t>(k)) & (n - 1);
    return planes[i + 1][r * n + c];
  }
};

/// A stencil on the unit's planes. Each call computes consecutive cells of a row: one on GPUs,
/// whose threads make a call each, and all of them on processors.
template <class F>
struct StencilOnPlanes {
  F f;
  const Cell* cells;
  const Cell* beyond[2];
  Cell* result;
  std::uint32_t planes, n, cells_per_call;

  DASH_HOST_DEVICE void operator()(std::uint32_t call) const
  {
    const std::uint32_t first = call * cells_per_call;
    const std::uint32_t plane = first / (n * n);
    Around around{
        {plane == 0 ? beyond[0] : cells + (plane - 1) * n * n, cells + plane * n * n,
         plane + 1 == planes ? beyond[1] : cells + (plane + 1) * n * n},
        n,
        first / n % n,
        first % n};
    for (std::uint32_t i = 0; i < cells_per_call; ++i, ++around.column)
      result[first + i] = f(around);
  }
};

/// A level whose units put the border planes that their kernels have written to the neighbours,
/// and wait for theirs.
template <class C>
class BorderExchange : public Level {
 public:
  static constexpr const char* name = C::name;
  using Control = C;

  BorderExchange(std::size_t size, std::size_t planes, dash::Team& team, Control& control)
      : Level(size, planes, team),
        control_(control),
        borders_(neighbours(), size * size, control, team)
  {}

  /// \param steps  an even number
  void smooth(std::size_t steps)
  {
    for (std::size_t i = 0; i < steps; ++i) {
      Grid& from = i % 2 == 0 ? cells : other;
      Grid& to = i % 2 == 0 ? other : cells;
      const auto kernel = on_planes(Smooth{pitch()}, from, to);
      write(calls(kernel), n * n / kernel.cells_per_call, kernel, to);
    }
  }
  void compute_residual()
  {
    const auto kernel = on_planes(Residual{pitch()}, cells, other);
    control_.for_each_index(calls(kernel), kernel);
  }
  /// Runs a kernel between two grids that changes the cells: each call is for a coarser cell.
  template <class F>
  void change(std::uint32_t calls, F f)
  {
    write(calls, f.n * f.n, f, cells);
  }

 private:
  template <class F>
  StencilOnPlanes<F> on_planes(F f, Grid& from, Grid& to)
  {
    const Cell* const own = own_part(from);
    const std::uint32_t planes = own_planes(), last = (planes - 1) * n * n;
    return {
        f,
        own,
        {borders_.has_neighbour(0) ? borders_.beyond(0) : own + last,
         borders_.has_neighbour(1) ? borders_.beyond(1) : own},
        own_part(to),
        planes,
        n,
        dash::is_gpu_unit() ? 1 : n};
  }
  template <class F>
  std::uint32_t calls(const StencilOnPlanes<F>& kernel) const
  {
    return kernel.planes * n * n / kernel.cells_per_call;
  }

  /// Runs a kernel, of which so many calls write the first or the last plane, and exchanges these.
  template <class F>
  void write(std::uint32_t calls, std::uint32_t in_plane, F f, Grid& to)
  {
    if (calls == 0) return;
    const std::span<const Cell> planes(own_part(to), to.local_size());
    borders_.write_planes(calls, in_plane, f, planes);
  }

  std::uint32_t own_planes() const
  {
    return static_cast<std::uint32_t>(cells.pattern().local_extent(0));
  }

  /// The units before and behind this one in the ring of those that have planes.
  std::vector<dash::team_unit_t> neighbours() const
  {
    const auto& pattern = cells.pattern();
    const auto unit_of = [&](std::size_t plane) {
      return pattern.unit_at(static_cast<dash::default_index_t>(plane % n * n * n));
    };
    if (own_planes() == n || own_planes() == 0) return {2, dash::UNDEFINED_TEAM_UNIT_ID};
    const auto first = static_cast<std::size_t>(pattern.global(0) / n / n);
    return {unit_of(first + n - 1), unit_of(first + own_planes())};
  }

  Control& control_;
  control::Borders<Cell, Control> borders_;
};

}  // namespace multigrid
