#pragma once

/// \file
/// V-cycles of multigrid for Poisson's equation.

#include <dash/Team.h>
#include <dash/algorithm/Operation.h>
#include <dash/algorithm/Reduce.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <deque>

#include "level.h"

namespace multigrid {

/// \tparam Path  a Level that gets cells of other units by some control path
template <class Path>
class Multigrid {
 public:
  /// The coarsest grid has a plane for each unit of the run, also if \p team has fewer, so that all
  /// teams get the same results. Collective.
  /// \param size  cells in each dimension, a power of two and at least 8
  explicit Multigrid(std::size_t size, dash::Team& team = dash::Team::All())
  {
    std::size_t coarsest = 4;
    while (coarsest < dash::size() && coarsest < size) coarsest *= 2;
    const std::size_t planes = (coarsest + team.size() - 1) / team.size();
    for (std::size_t n = size; n >= coarsest; n /= 2) {
      levels_.emplace_back(n, planes * n / coarsest, team, control_);
    }
    team.barrier();
  }

  Grid& solution() { return levels_.front().cells; }

  /// Collective.
  void cycle()
  {
    cycle(0);
    control_.complete();
  }

  /// Norm of the residual. Collective.
  double residual()
  {
    Level& level = levels_.front();
    levels_.front().compute_residual();
    control_.complete();
    return std::sqrt(dash::transform_reduce(level.other, 0.0, dash::plus<double>{}, SquareOfU{}));
  }

 private:
  void cycle(std::size_t at)
  {
    Path& fine = levels_[at];
    if (at + 1 == levels_.size()) return fine.smooth(16);
    Path& coarse = levels_[at + 1];
    const auto coarse_cells = static_cast<std::uint32_t>(coarse.cells.local_size());
    fine.smooth(2);
    fine.compute_residual();
    coarse.change(
        coarse_cells,
        Restrict{Level::own_part(fine.other), Level::own_part(coarse.cells), coarse.n});
    cycle(at + 1);
    fine.change(
        coarse_cells,
        Prolong{Level::own_part(coarse.cells), Level::own_part(fine.cells), coarse.n});
    fine.smooth(2);
  }

  typename Path::Control control_;
  std::deque<Path> levels_;
};

}  // namespace multigrid
