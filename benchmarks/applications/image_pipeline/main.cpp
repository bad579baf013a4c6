/// app_image_pipeline: finds the edges in the photograph of the examples, which is repeated to the
/// sizes that are measured, in comparison with plain loops on one core. Checks all pixels of the
/// photograph's own size against a serial run, and the number of edge pixels of larger ones.
///
///     dartrun -n 2 app_image_pipeline

#include "image_pipeline.h"

#include <dash/Team.h>
#include <dash/algorithm/Copy.h>
#include <dash/algorithm/Count.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include "support/application.h"
#include "support/photograph.h"

namespace {

using bench::Photograph;
using image_pipeline::Pipeline;
using image_pipeline::Pixel;

std::vector<Pixel> pixels_of(const Photograph& photograph, std::size_t size)
{
  std::vector<Pixel> pixels(size * size);
  for (std::size_t i = 0; i < pixels.size(); ++i) pixels[i] = photograph.grey(i / size, i % size);
  return pixels;
}

/// The same stages in one process.
class SerialPipeline {
 public:
  SerialPipeline(const Photograph& photograph, std::size_t size)
      : size_(size),
        photo_(pixels_of(photograph, size)),
        edges_(photo_.size()),
        blurred_(photo_.size())
  {}

  void run()
  {
    const auto [low, high] = std::minmax_element(photo_.begin(), photo_.end());
    const image_pipeline::Stretch stretch{*low, *high};
    std::transform(photo_.begin(), photo_.end(), edges_.begin(), stretch);
    for_all(image_pipeline::Blur{}, edges_, blurred_);
    for_all(image_pipeline::Change{}, blurred_, edges_);
    const auto sum = std::accumulate(edges_.begin(), edges_.end(), std::int64_t{0});
    const auto mark = image_pipeline::mark_of(sum, photo_.size());
    std::transform(edges_.begin(), edges_.end(), edges_.begin(), mark);
  }

  const std::vector<Pixel>& photo() const { return photo_; }
  const std::vector<Pixel>& edges() const { return edges_; }
  std::ptrdiff_t num_edges() const { return std::count(edges_.begin(), edges_.end(), 255); }

 private:
  template <class Stage>
  void for_all(const Stage& stage, const std::vector<Pixel>& from, std::vector<Pixel>& to) const
  {
    for (std::size_t r = 0; r < size_; ++r) {
      const Pixel* const rows[] = {
          from.data() + (r + size_ - 1) % size_ * size_, from.data() + r * size_,
          from.data() + (r + 1) % size_ * size_};
      const auto pixel = [&](std::size_t c) {
        return stage(
            [&](int dr, int dc) { return rows[dr + 1][c + static_cast<std::size_t>(dc)]; });
      };
      const auto at_side = [&](std::size_t c) {
        return stage([&](int dr, int dc) {
          return rows[dr + 1][(c + size_ + static_cast<std::size_t>(dc)) % size_];
        });
      };
      for (std::size_t c = 1; c + 1 < size_; ++c) to[r * size_ + c] = pixel(c);
      to[r * size_] = at_side(0);
      to[r * size_ + size_ - 1] = at_side(size_ - 1);
    }
  }

  std::size_t size_;
  std::vector<Pixel> photo_, edges_, blurred_;
};

/// Each unit takes its rows. Collective.
void paint(Pipeline& pipeline, const std::vector<Pixel>& pixels)
{
  const Pixel* const own = pixels.data() + pipeline.photo.pattern().lbegin();
  dash::copy(own, own + pipeline.photo.local_size(), pipeline.photo.lbegin());
  pipeline.photo.barrier();
}

void check(Pipeline& pipeline, const SerialPipeline& serial, std::size_t repeated)
{
  pipeline.edges.barrier();
  const auto edges = dash::count(pipeline.edges, Pixel{255});
  bench::require(
      edges == static_cast<std::ptrdiff_t>(repeated) * serial.num_edges(),
      "there are as many edge pixels as in the serial run");
  if (repeated > 1) return;
  std::vector<Pixel> found(serial.edges().size());
  dash::copy(pipeline.edges.begin(), pipeline.edges.end(), found.data());
  bench::require(found == serial.edges(), "the edges are those of the serial run");
}

void measure(bench::Bench& bench)
{
  const Photograph photograph;
  const std::size_t period = bench.sized(photograph.period(), 64);
  SerialPipeline once(photograph, period);
  once.run();
  bench::require(once.num_edges() > 0, "the photograph has edges");
  const std::size_t most = bench.sized(bench::num_gpu_units() > 0 ? 16 : 8, 1);
  for (std::size_t repeat = 1; repeat <= most; repeat *= 4) {
    const std::size_t size = repeat * period;
    SerialPipeline serial(photograph, size);
    Pipeline pipeline(size);
    paint(pipeline, serial.photo());
    pipeline.run();
    check(pipeline, once, repeat * repeat);
    auto params = bench::where();
    params.emplace_back("size", size);
    const auto seconds =
        bench.duel(bench::by_all([&] { pipeline.run(); }), bench::by_one([&] { serial.run(); }));
    bench.report(
        "picture", std::move(params), seconds.rate(static_cast<double>(size * size), bench::mega),
        "Mpixels/s", "plain loops, one core");
  }
}

}  // namespace

int main(int argc, char** argv)
{
  return bench::run_application("image_pipeline", argc, argv, measure);
}
