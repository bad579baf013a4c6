#pragma once

#include <dash/Tasks.h>

#include <cstddef>
#include <vector>

#include "tiled_matrix.h"

/// The Cholesky factorisation A = L L' in place, as loops that start a task for each operation on
/// tiles. Nothing else determines what may run concurrently, or where: each task executes where the
/// tile is that it changes, as soon as its predecessors have finished with its tiles.
/// \tparam Operations  the bodies of the tasks; see tile_operations.h
template <class Operations>
class Factorisation {
 public:
  explicit Factorisation(TiledMatrix& matrix) : a_(matrix), n_(static_cast<int>(matrix.tile())) {}

  /// Starts all tasks; one unit calls it.
  void start(dash::tasks::task_group& group)
  {
    using namespace dash;
    for (std::size_t k = 0; k < a_.tiles(); ++k) {
      is_copied_.assign(dash::size() * a_.tiles(), false);
      group +=
          async(named("factor", 3), a_.tile(inout, k, k), a_.info(out, k), Operations::factor(n_));
      for (std::size_t i = k + 1; i < a_.tiles(); ++i) {
        const auto l = panel(group, a_.owner(i, k), k, k);
        group += async(named("solve", 2), l, a_.tile(inout, i, k), Operations::solve(n_));
      }
      for (std::size_t j = k + 1; j < a_.tiles(); ++j) {
        const auto update = named("update", j == k + 1);  // the next step begins with this column
        const auto diagonal = panel(group, a_.owner(j, j), j, k);
        group += async(update, diagonal, a_.tile(inout, j, j), Operations::update_diagonal(n_));
        for (std::size_t i = j + 1; i < a_.tiles(); ++i) {
          const auto left = panel(group, a_.owner(i, j), i, k);
          const auto right = panel(group, a_.owner(i, j), j, k);
          group += async(update, left, right, a_.tile(inout, i, j), Operations::update(n_));
        }
      }
    }
  }

 private:
  static dash::tasks::Options named(const char* name, int priority)
  {
    return {.priority = priority, .name = name};
  }

  /// The tile in row i and column k for a unit to read. A tile of another unit is copied once, and
  /// the copy is read.
  dash::tasks::Range<double, DART_TAPI_IN> panel(
      dash::tasks::task_group& group, std::size_t unit, std::size_t i, std::size_t k)
  {
    if (a_.owner(i, k) == unit) return a_.tile(dash::in, i, k);
    if (!is_copied_[unit * a_.tiles() + i]) {
      group += dash::async(
          named("copy", 2), a_.tile(dash::in, i, k), a_.copy(dash::out, unit, i, k),
          Operations::copy());
      is_copied_[unit * a_.tiles() + i] = true;
    }
    return a_.copy(dash::in, unit, i, k);
  }

  TiledMatrix& a_;
  int n_;
  std::vector<bool> is_copied_;  ///< by unit and row of the column that is being eliminated
};
