#pragma once

/// \file
/// Lloyd's algorithm for k means.

#include <dash/Array.h>
#include <dash/Types.h>
#include <dash/algorithm/Copy.h>
#include <dash/algorithm/ForEachIndex.h>
#include <dash/algorithm/Reduce.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

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
  Sums operator+(const Sums& other) const
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

/// Adds the points of a share, so that each call has sums of its own.
struct AddShare {
  const Point* points;
  std::size_t size;
  std::size_t share;
  Centres centres;
  Sums* sums;

  DASH_HOST_DEVICE void operator()(std::size_t call) const
  {
    Sums own{};
    const std::size_t end = (call + 1) * share < size ? (call + 1) * share : size;
    for (std::size_t i = call * share; i < end; ++i)
      own.add(nearest(centres, points[i]), points[i]);
    sums[call] = own;
  }
};

class KMeans {
 public:
  /// Each unit takes its part of the points. Collective.
  explicit KMeans(const std::vector<Point>& points)
      : points_(points.size()),
        sums_(calls * dash::size())
  {
    const Point* const own = points.data() + points_.pattern().lbegin();
    dash::copy(own, own + points_.lsize(), points_.lbegin());
    points_.barrier();
  }

  /// Moves the centres to the means of the points that are nearest to them. Collective.
  Centres step(const Centres& centres)
  {
    const std::size_t size = points_.lsize();
    const std::size_t share = (size + calls - 1) / calls;
    dash::for_each_index(
        calls, AddShare{
                   points_.device_view().local.begin(), size, share, centres,
                   sums_.device_view().local.begin()});
    std::vector<Sums> own(calls);
    dash::copy(sums_.lbegin(), sums_.lend(), own.data());
    return dash::reduce(own.begin(), own.end(), Sums{}).centres(centres);
  }

 private:
  static constexpr std::size_t calls = 4096;  ///< of a kernel: enough to keep a GPU busy

  dash::Array<Point> points_;
  dash::Array<Sums> sums_;
};

}  // namespace k_means
