/// app_himeno: the Himeno benchmark by the code of examples/10-stencil-3d. Checks gosa against its
/// value in double precision. The sizes are those of the benchmark, S to L as they fit.
///
///     dartrun -n 2 app_himeno

#include <dash/Team.h>

#include <cmath>
#include <cstddef>
#include <string>
#include <utility>

#include "10-stencil-3d/grid.h"
#include "support/application.h"

namespace {

struct Size {
  const char* name;
  himeno::Shape shape;
  double gosa;  ///< after the first iterations, in double precision
};

constexpr std::size_t first_iterations = 16;
const Size tiny{"XS", {32, 32, 64}, 4.893906205573e-03};
const Size sizes[] = {
    {"S", {64, 64, 128}, 2.944515602920e-03},
    {"M", {128, 128, 256}, 1.603681917390e-03},
    {"L", {256, 256, 512}, 8.375568808535e-04}};

void measure_size(bench::Bench& bench, const Size& size)
{
  Grid grid(size.shape);
  for (std::size_t i = 0; i < first_iterations; ++i) grid.step();
  const double tolerance = 2e-5 * static_cast<double>(size.shape.planes);  // rounding of floats
  bench::require(
      std::abs(grid.gosa() - size.gosa) <= tolerance * size.gosa, "gosa is that of the reference");
  const auto seconds = bench.figure(bench::by_all([&] { grid.step(); }));
  auto params = bench::where();
  params.emplace_back("size", std::string(size.name));
  const double flops = himeno::flops * static_cast<double>(size.shape.interior());
  bench.report("iteration", std::move(params), seconds.rate(flops, bench::giga), "GFLOP/s");
}

void measure(bench::Bench& bench)
{
  if (bench.quick()) return measure_size(bench, tiny);
  for (const Size& size : sizes) {
    if (size.name != std::string("L") || bench::num_gpu_units() > 0) measure_size(bench, size);
  }
}

}  // namespace

int main(int argc, char** argv)
{
  return bench::run_application("himeno", argc, argv, measure);
}
