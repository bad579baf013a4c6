#include "reference.h"

#include <utility>

Reference::Reference(const himeno::Shape& shape) : _shape(shape)
{
  for (std::size_t i = 0; i < shape.planes; ++i) {
    const double start = himeno::initial_pressure(i, shape.planes);
    _pressure.insert(_pressure.end(), shape.plane(), start);
  }
  _next = _pressure;
}

void Reference::step()
{
  // The roundings of these numbers are no errors of the computation.
  const double sixth = himeno::coefficient_values[himeno::a3];
  const double omega = himeno::omega;
  const std::size_t row = _shape.columns;
  const std::size_t plane = _shape.plane();
  _gosa = 0;
  for (std::size_t i = 1; i < _shape.planes - 1; ++i) {
    for (std::size_t j = 1; j < _shape.rows - 1; ++j) {
      for (std::size_t k = 1; k < _shape.columns - 1; ++k) {
        const std::size_t at = i * plane + j * row + k;
        const double* p = &_pressure[at];
        const double sum = p[plane] + p[row] + p[1] + *(p - plane) + *(p - row) + *(p - 1);
        const double change = sum * sixth - *p;
        _gosa += change * change;
        _next[at] = *p + omega * change;
      }
    }
  }
  std::swap(_pressure, _next);
}
