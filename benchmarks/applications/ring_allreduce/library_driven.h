#pragma once

/// \file
/// The control path of the library's collectives.

#include <dash/Team.h>
#include <dash/algorithm/Operation.h>
#include <dash/algorithm/TeamCollectives.h>

#include <cstddef>

#include "vectors.h"

namespace ring_allreduce {

/// The library decides how the sums are made: GPUs combine what they read from each other.
class LibraryDriven {
 public:
  static constexpr const char* name = "dash::all_reduce";

  /// Collective. \param size  elements of each unit's vector
  explicit LibraryDriven(std::size_t size) : vectors_(size) {}

  Vectors& vectors() { return vectors_; }

  /// Replaces the vectors of all units by their sum. Collective.
  void run() { dash::all_reduce(vectors_.own(), dash::plus<float>{}); }

 private:
  Vectors vectors_;
};

}  // namespace ring_allreduce
