#pragma once

#include <dash/Tasks.h>

#include <stdexcept>

/// Replaces gpu_tiles.h in builds without CUDA, whose GPUs are emulated and execute the bodies of
/// CPU units.
namespace gpu {

struct NeedsCuda {
  int n = 0;
  template <class... Tiles>
  void operator()(dash::tasks::Stream, Tiles...) const
  {
    throw std::logic_error("a kernel in a build without CUDA");
  }
};

using Factor = NeedsCuda;
using Solve = NeedsCuda;
using Update = NeedsCuda;
using UpdateDiagonal = NeedsCuda;
using Copy = NeedsCuda;

}  // namespace gpu
