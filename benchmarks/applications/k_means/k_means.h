#pragma once

/// \file
/// Lloyd's algorithm for k means.

#include <dash/Array.h>
#include <dash/Types.h>
#include <dash/algorithm/Copy.h>
#include <dash/algorithm/Reduce.h>

#include <vector>

#include "model.h"

namespace k_means {

/// Adds points to the sums of the centres that are nearest to them.
struct Add {
  Centres centres;

  DASH_HOST_DEVICE void operator()(Sums& sums, const Point& point) const
  {
    sums.add(nearest(centres, point), point);
  }
  DASH_HOST_DEVICE void operator()(Sums& sums, const Sums& other) const { sums = sums + other; }
};

class KMeans {
 public:
  /// Each unit takes its part of the points. Collective.
  explicit KMeans(const std::vector<Point>& points) : points_(points.size())
  {
    const Point* const own = points.data() + points_.pattern().lbegin();
    dash::copy(own, own + points_.lsize(), points_.lbegin());
    points_.barrier();
  }

  /// Moves the centres to the means of the points that are nearest to them. Collective.
  Centres step(const Centres& centres)
  {
    return dash::reduce(points_, Sums{}, Add{centres}).centres(centres);
  }

 private:
  dash::Array<Point> points_;
};

}  // namespace k_means
