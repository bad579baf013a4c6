#pragma once

#include <cmath>
#include <limits>

/// The distance of two numbers; infinite if it is not a number. A search for the largest distance
/// by std::max would pass over that.
inline double difference(double a, double b)
{
  const double distance = std::abs(a - b);
  return std::isnan(distance) ? std::numeric_limits<double>::infinity() : distance;
}
