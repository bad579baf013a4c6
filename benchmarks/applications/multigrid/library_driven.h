#pragma once

/// \file
/// The control path of the library's stencils.

#include <dash/Halo.h>
#include <dash/Team.h>
#include <dash/algorithm/ForEachIndex.h>

#include <cstddef>
#include <cstdint>

#include "level.h"

namespace multigrid {

/// The library decides how borders travel: kernels of GPU units that reach each other's memory load
/// the neighbours' cells; other units exchange borders while they compute the inner cells.
class LibraryDriven : public Level {
 public:
  static constexpr const char* name = "dash::halo::Stencil";
  struct Control {
    void complete() {}
  };

  LibraryDriven(std::size_t size, std::size_t planes, dash::Team& team, Control&)
      : Level(size, planes, team),
        smooth_(cells, dash::halo::periodic, Smooth{pitch()}),
        residual_(cells, dash::halo::periodic, Residual{pitch()})
  {}

  void smooth(std::size_t steps) { smooth_.iterate(cells, other, steps); }
  void compute_residual() { residual_(cells, other); }

  /// Runs a kernel between two grids that changes the cells: each call is for a coarser cell.
  template <class F>
  void change(std::uint32_t calls, F f)
  {
    dash::for_each_index(calls, f);
  }

 private:
  dash::halo::Stencil<Grid, Smooth> smooth_;
  dash::halo::Stencil<Grid, Residual> residual_;
};

}  // namespace multigrid
