#include "reference.h"

#include <utility>

Reference::Reference(const himeno::Shape& shape) : shape_(shape)
{
  for (std::size_t i = 0; i < shape.planes; ++i) {
    const double start = himeno::initial_pressure(i, shape.planes);
    pressure_.insert(pressure_.end(), shape.plane(), start);
  }
  next_ = pressure_;
}

void Reference::step()
{
  // The rounding of these numbers is not an error of the computation.
  const double sixth = himeno::coefficient_values[himeno::a3];
  const double omega = himeno::omega;
  const std::size_t row = shape_.columns;
  const std::size_t plane = shape_.plane();
  gosa_ = 0;
  for (std::size_t i = 1; i < shape_.planes - 1; ++i) {
    for (std::size_t j = 1; j < shape_.rows - 1; ++j) {
      for (std::size_t k = 1; k < shape_.columns - 1; ++k) {
        const std::size_t at = i * plane + j * row + k;
        const double* p = &pressure_[at];
        const double sum = p[plane] + p[row] + p[1] + *(p - plane) + *(p - row) + *(p - 1);
        const double change = sum * sixth - *p;
        gosa_ += change * change;
        next_[at] = *p + omega * change;
      }
    }
  }
  std::swap(pressure_, next_);
}
