#pragma once

/// \file
/// The photograph of the examples as data of any size.

#include <cstddef>

#include "support/png.h"

namespace bench {

/// The photograph, repeated in both directions. \throws std::runtime_error if it cannot be read
class Photograph {
 public:
  Photograph() : picture_(read_png(PHOTOGRAPH)) {}

  /// Pixels in each dimension before it repeats.
  std::size_t period() const { return picture_.rows; }

  int grey(std::size_t row, std::size_t column) const
  {
    return picture_.pixels[row % picture_.rows * picture_.columns + column % picture_.columns];
  }

 private:
  Picture picture_;
};

}  // namespace bench
