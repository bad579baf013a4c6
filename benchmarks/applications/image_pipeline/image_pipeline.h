#pragma once

/// \file
/// Finds the edges in a picture: stretches its contrast, blurs it, and marks where grey levels
/// change much more than on average.

#include <dash/Distribution.h>
#include <dash/Halo.h>
#include <dash/Matrix.h>
#include <dash/Types.h>
#include <dash/algorithm/MinMax.h>
#include <dash/algorithm/Operation.h>
#include <dash/algorithm/Reduce.h>
#include <dash/algorithm/Transform.h>

#include <cstddef>
#include <cstdint>

namespace image_pipeline {

/// A grey level, or a number that is made of some. Whole numbers give the same results everywhere.
using Pixel = std::int32_t;
using Image = dash::NArray<Pixel, 2>;

/// Maps [low, high] to [0, 255].
struct Stretch {
  Pixel low, high;

  DASH_HOST_DEVICE Pixel operator()(Pixel pixel) const
  {
    return high == low ? pixel : (pixel - low) * 255 / (high - low);
  }
};

struct Blur {
  template <class Pixels>
  DASH_HOST_DEVICE Pixel operator()(const Pixels& p) const
  {
    const Pixel sides = p(-1, 0) + p(1, 0) + p(0, -1) + p(0, 1);
    const Pixel corners = p(-1, -1) + p(-1, 1) + p(1, -1) + p(1, 1);
    return (4 * p(0, 0) + 2 * sides + corners + 8) / 16;
  }
};

/// How much the grey level changes, by Sobel's operator.
struct Change {
  template <class Pixels>
  DASH_HOST_DEVICE Pixel operator()(const Pixels& p) const
  {
    const Pixel across = p(-1, 1) + 2 * p(0, 1) + p(1, 1) - p(-1, -1) - 2 * p(0, -1) - p(1, -1);
    const Pixel down = p(1, -1) + 2 * p(1, 0) + p(1, 1) - p(-1, -1) - 2 * p(-1, 0) - p(-1, 1);
    return (across < 0 ? -across : across) + (down < 0 ? -down : down);
  }
};

/// White where a change exceeds a threshold.
struct Mark {
  Pixel threshold;

  DASH_HOST_DEVICE Pixel operator()(Pixel change) const { return change > threshold ? 255 : 0; }
};

struct Widen {
  DASH_HOST_DEVICE std::int64_t operator()(Pixel pixel) const { return pixel; }
};

/// Edges are where the change is four times its mean.
inline Mark mark_of(std::int64_t sum_of_changes, std::size_t pixels)
{
  return {static_cast<Pixel>(4 * sum_of_changes / static_cast<std::int64_t>(pixels))};
}

/// The stages on a square picture that repeats beyond its sides. Rows are distributed over the
/// units.
class Pipeline {
 public:
  /// Collective. \param size  pixels in each dimension
  explicit Pipeline(std::size_t size)
      : photo(dash::SizeSpec<2>(size, size), dash::DistributionSpec<2>(dash::BLOCKED, dash::NONE)),
        edges(photo.pattern()),
        blurred_(photo.pattern()),
        blur_(photo, dash::halo::periodic, Blur{}),
        change_(photo, dash::halo::periodic, Change{})
  {}

  /// Marks the edges of the photograph. Collective.
  void run()
  {
    const Pixel low = *dash::min_element(photo), high = *dash::max_element(photo);
    dash::transform(photo.begin(), photo.end(), edges.begin(), Stretch{low, high});
    blur_(edges, blurred_);
    change_(blurred_, edges);
    const auto sum =
        dash::transform_reduce(edges, std::int64_t{0}, dash::plus<std::int64_t>{}, Widen{});
    const Mark mark = mark_of(sum, photo.size());
    dash::transform(edges.begin(), edges.end(), edges.begin(), mark);
  }

  Image photo;
  Image edges;  ///< and what comes before them

 private:
  Image blurred_;
  dash::halo::Stencil<Image, Blur> blur_;
  dash::halo::Stencil<Image, Change> change_;
};

}  // namespace image_pipeline
