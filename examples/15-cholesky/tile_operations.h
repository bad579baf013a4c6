#pragma once

#include <dash/Tasks.h>

#include "cpu_tiles.h"
#if defined(__CUDACC__)
#include "gpu_tiles.h"
#else
#include "no_gpu_tiles.h"
#endif

/// Bodies of tasks on tiles of n x n elements, for CPU units and GPU units.
struct TileOperations {
  static auto factor(int n) { return dash::tasks::on_either(cpu::Factor{n}, gpu::Factor{n}); }
  static auto solve(int n) { return dash::tasks::on_either(cpu::Solve{n}, gpu::Solve{n}); }
  static auto update(int n) { return dash::tasks::on_either(cpu::Update{n}, gpu::Update{n}); }
  static auto update_diagonal(int n)
  {
    return dash::tasks::on_either(cpu::UpdateDiagonal{n}, gpu::UpdateDiagonal{n});
  }
  static auto copy() { return dash::tasks::on_either(cpu::Copy{}, gpu::Copy{}); }
};
