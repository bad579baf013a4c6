#pragma once

#include <cstddef>
#include <vector>

#include "himeno.h"

/// The same problem computed by one process in double precision and by a different formula: with
/// the benchmark's coefficients a point moves towards the mean of its six nearest neighbours.
class Reference {
 public:
  explicit Reference(const himeno::Shape& shape);

  /// One iteration.
  void step();

  /// Sum of all squared changes of the last step.
  double gosa() const { return gosa_; }

  double pressure(std::size_t plane, std::size_t in_plane) const
  {
    return pressure_[plane * shape_.plane() + in_plane];
  }

 private:
  himeno::Shape shape_;
  std::vector<double> pressure_;
  std::vector<double> next_;
  double gosa_ = 0;
};
