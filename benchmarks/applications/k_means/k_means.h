#pragma once

/// \file
/// Lloyd's algorithm for k means.

#include <dash/Array.h>
#include <dash/Types.h>
#include <dash/algorithm/Copy.h>
#include <dash/algorithm/Generate.h>
#include <dash/algorithm/Reduce.h>

#include <cstddef>
#include <vector>

#include "model.h"

namespace k_means {

/// Adds up a share of the unit's points. There are enough shares to keep a GPU busy.
struct AddShare {
  static constexpr std::size_t shares = 4096;

  const Point* points;
  std::size_t size;
  Centres centres;

  DASH_HOST_DEVICE Sums operator()(std::size_t i) const
  {
    const std::size_t most = (size + shares - 1) / shares;
    const std::size_t begin = i % shares * most;
    Sums sums{};
    for (std::size_t p = begin; p < begin + most && p < size; ++p)
      sums.add(nearest(centres, points[p]), points[p]);
    return sums;
  }
};

class KMeans {
 public:
  /// Each unit takes its part of the points. Collective.
  explicit KMeans(const std::vector<Point>& points)
      : points_(points.size()),
        sums_(AddShare::shares * dash::size())
  {
    const Point* const own = points.data() + points_.pattern().lbegin();
    dash::copy(own, own + points_.lsize(), points_.lbegin());
    points_.barrier();
  }

  /// Moves the centres to the means of the points that are nearest to them. Collective.
  Centres step(const Centres& centres)
  {
    const auto own = points_.device_view().local;
    dash::generate_with_index(sums_, AddShare{own.data(), own.size(), centres});
    return dash::reduce(sums_).centres(centres);
  }

 private:
  dash::Array<Point> points_;
  dash::Array<Sums> sums_;  ///< of each share
};

}  // namespace k_means
