/// app_k_means: k means of the squares of four pixels in the photograph of the examples, as for the
/// code book of a compression, in comparison with a plain loop on one core. Checks the centres
/// against those of the loop.
///
///     dartrun -n 2 app_k_means

#include "k_means.h"

#include <dash/Team.h>

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "support/application.h"
#include "support/difference.h"
#include "support/photograph.h"

namespace {

using k_means::Centres;
using k_means::KMeans;
using k_means::Point;
using k_means::Sums;

/// The square of pixels at each pixel of the photograph, which is repeated downwards.
std::vector<Point> squares(std::size_t count)
{
  const bench::Photograph photograph;
  const std::size_t columns = photograph.period();
  std::vector<Point> points(count);
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t d = 0; d < k_means::dimensions; ++d) {
      points[i].x[d] =
          static_cast<float>(photograph.grey(i / columns + d / 2, i % columns + d % 2));
    }
  }
  return points;
}

Centres step(const std::vector<Point>& points, const Centres& centres)
{
  Sums sums{};
  for (const Point& point : points) sums.add(k_means::nearest(centres, point), point);
  return sums.centres(centres);
}

void measure(bench::Bench& bench)
{
  const std::size_t size = bench.sized(1 << 20, 1 << 12);
  const std::vector<Point> points = squares(size);
  KMeans application(points);
  Centres centres;
  for (std::size_t k = 0; k < k_means::clusters; ++k) centres[k] = points[k * size / 8];
  Centres expected = centres, found = centres;
  for (int i = 0; i < 10; ++i) {
    expected = step(points, expected);
    found = application.step(found);
  }
  double deviation = 0;
  for (std::size_t k = 0; k < k_means::clusters; ++k) {
    for (std::size_t d = 0; d < k_means::dimensions; ++d) {
      deviation = std::max(deviation, difference(found[k].x[d], expected[k].x[d]));
    }
  }
  bench::require(deviation <= 1e-5F, "the centres are those of the serial run");

  const auto seconds =
      bench.duel(bench::by_all([&] { application.step(centres); }), bench::by_one([&] {
                   const Centres moved = step(points, centres);
                   bench::do_not_optimize(moved);
                 }));
  auto params = bench::where();
  params.emplace_back("points", size);
  bench.report(
      "step", std::move(params), seconds.rate(static_cast<double>(size), bench::mega), "Mpoints/s",
      "plain loop, one core");
}

}  // namespace

int main(int argc, char** argv)
{
  return bench::run_application("k_means", argc, argv, measure);
}
