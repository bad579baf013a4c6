#pragma once

#include <dash/Tasks.h>

#include <cstddef>
#include <vector>

#include "tiled_matrix.h"

/// The Cholesky factorisation A = L L' in place, as loops that start a task for each operation on
/// tiles. Nothing else says what may run at the same time, or where: each task executes where the
/// tile is that it changes, as soon as those before it have finished with its tiles.
/// \tparam Operations gives the bodies of the tasks; see tile_operations.h
template <class Operations>
class Factorisation {
 public:
  explicit Factorisation(TiledMatrix& matrix)
      : _a(matrix), _n(static_cast<int>(matrix.tile()))
  {
  }

  /// Starts all tasks; one unit calls it.
  void start(dash::tasks::task_group& group)
  {
    using namespace dash;
    for (std::size_t k = 0; k < _a.tiles(); ++k) {
      _is_copied.assign(dash::size() * _a.tiles(), false);
      group += async(
          named("factor", 3), _a.tile(inout, k, k), _a.info(out, k), Operations::factor(_n));
      for (std::size_t i = k + 1; i < _a.tiles(); ++i) {
        const auto l = panel(group, _a.owner(i, k), k, k);
        group += async(named("solve", 2), l, _a.tile(inout, i, k), Operations::solve(_n));
      }
      for (std::size_t j = k + 1; j < _a.tiles(); ++j) {
        const auto update = named("update", j == k + 1);  // the next step begins with this column
        const auto diagonal = panel(group, _a.owner(j, j), j, k);
        group += async(update, diagonal, _a.tile(inout, j, j), Operations::update_diagonal(_n));
        for (std::size_t i = j + 1; i < _a.tiles(); ++i) {
          const auto left = panel(group, _a.owner(i, j), i, k);
          const auto right = panel(group, _a.owner(i, j), j, k);
          group += async(update, left, right, _a.tile(inout, i, j), Operations::update(_n));
        }
      }
    }
  }

 private:
  static dash::tasks::Options named(const char* name, int priority)
  {
    return {.priority = priority, .name = name};
  }

  /// The tile in row i and column k for a unit to read: a copy, made once, if it is another one's.
  dash::tasks::Range<double, DART_TAPI_IN> panel(
      dash::tasks::task_group& group, std::size_t unit, std::size_t i, std::size_t k)
  {
    if (_a.owner(i, k) == unit) return _a.tile(dash::in, i, k);
    if (!_is_copied[unit * _a.tiles() + i]) {
      group += dash::async(
          named("copy", 2), _a.tile(dash::in, i, k), _a.copy(dash::out, unit, i, k),
          Operations::copy());
      _is_copied[unit * _a.tiles() + i] = true;
    }
    return _a.copy(dash::in, unit, i, k);
  }

  TiledMatrix& _a;
  int _n;
  std::vector<bool> _is_copied;  ///< by unit and row of the column that is being eliminated
};
