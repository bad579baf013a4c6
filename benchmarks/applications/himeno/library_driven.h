#pragma once

/// \file
/// The control path of the library's device views and barriers.

#include <cstddef>

#include "10-stencil-3d/grid.h"

namespace himeno {

/// Kernels load planes of neighbours in place if they can, and units meet after each step.
class LibraryDriven : private Grid {
 public:
  static constexpr const char* name = "library";

  using Grid::gosa;
  using Grid::Grid;

  /// Collective.
  void run(std::size_t steps)
  {
    for (std::size_t i = 0; i < steps; ++i) step();
  }
};

}  // namespace himeno
