#pragma once

/// \file
/// What k means computes, whoever calls it: the program with MPI and CUDA includes it as well.

#include <dash/Types.h>

#include <array>
#include <cstddef>

namespace k_means {

constexpr std::size_t dimensions = 4;
constexpr std::size_t clusters = 8;

struct Point {
  float x[dimensions];
};

using Centres = std::array<Point, clusters>;

DASH_HOST_DEVICE inline std::size_t nearest(const Centres& centres, const Point& point)
{
  std::size_t best = 0;
  float least = 0;
  for (std::size_t k = 0; k < clusters; ++k) {
    float distance = 0;
    for (std::size_t d = 0; d < dimensions; ++d) {
      const float difference = point.x[d] - centres[k].x[d];
      distance += difference * difference;
    }
    if (k == 0 || distance < least) {
      least = distance;
      best = k;
    }
  }
  return best;
}

/// Sums of the coordinates of each cluster's points, and their number.
struct Sums {
  double values[clusters][dimensions + 1];

  DASH_HOST_DEVICE void add(std::size_t cluster, const Point& point)
  {
    for (std::size_t d = 0; d < dimensions; ++d) values[cluster][d] += point.x[d];
    values[cluster][dimensions] += 1;
  }
  DASH_HOST_DEVICE Sums operator+(const Sums& other) const
  {
    Sums sums = *this;
    for (std::size_t k = 0; k < clusters; ++k) {
      for (std::size_t d = 0; d <= dimensions; ++d) sums.values[k][d] += other.values[k][d];
    }
    return sums;
  }
  Centres centres(const Centres& before) const
  {
    Centres centres = before;
    for (std::size_t k = 0; k < clusters; ++k) {
      for (std::size_t d = 0; values[k][dimensions] > 0 && d < dimensions; ++d) {
        centres[k].x[d] = static_cast<float>(values[k][d] / values[k][dimensions]);
      }
    }
    return centres;
  }
};

}  // namespace k_means
