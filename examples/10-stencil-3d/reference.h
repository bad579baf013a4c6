#pragma once

#include <cstddef>
#include <vector>

#include "himeno.h"

/// The same problem by one process in double precision, in another way: with the benchmark's
/// coefficients a point moves towards the mean of its six nearest neighbours.
class Reference {
 public:
  explicit Reference(const himeno::Shape& shape);

  /// One iteration.
  void step();

  /// Sum of all squared changes of the last step.
  double gosa() const { return _gosa; }

  double pressure(std::size_t plane, std::size_t in_plane) const
  {
    return _pressure[plane * _shape.plane() + in_plane];
  }

 private:
  himeno::Shape _shape;
  std::vector<double> _pressure;
  std::vector<double> _next;
  double _gosa = 0;
};
