/// app_himeno: the Himeno benchmark by the code of examples/10-stencil-3d, by each control path.
/// Checks gosa against its value in double precision. The sizes are those of the benchmark, S to L
/// as they fit.
///
///     dartrun -n 2 app_himeno
///     dartrun -n 2 app_himeno --by trigger    # one control path: host, stream, trigger or library

#include <dash/Team.h>

#include <cmath>
#include <cstddef>
#include <string>
#include <utility>

#include "applications/support/control.h"
#include "border_exchange.h"
#include "library_driven.h"
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

template <class Path>
void measure_size(bench::Bench& bench, const Size& size)
{
  Path path(size.shape);
  path.run(first_iterations);
  const double tolerance = 2e-5 * static_cast<double>(size.shape.planes);  // rounding of floats
  bench::require(
      std::abs(path.gosa() - size.gosa) <= tolerance * size.gosa, "gosa is that of the reference");
  const std::size_t steps = bench.sized(10, 1);
  const auto seconds = bench.figure(bench::by_all([&] { path.run(steps); }));
  auto params = bench::where();
  params.emplace_back("size", std::string(size.name));
  params.emplace_back("control", std::string(Path::name));
  const double flops = himeno::flops * static_cast<double>(steps * size.shape.interior());
  bench.report("iteration", std::move(params), seconds.rate(flops, bench::giga), "GFLOP/s");
}

template <class Path>
void measure_path(bench::Bench& bench)
{
  if (!bench.measures_path(Path::name)) return;
  if (bench.quick()) return measure_size<Path>(bench, tiny);
  for (const Size& size : sizes) {
    if (size.name != std::string("L") || bench::num_gpu_units() > 0)
      measure_size<Path>(bench, size);
  }
}

void measure(bench::Bench& bench)
{
  measure_path<himeno::BorderExchange<control::Host>>(bench);
  measure_path<himeno::BorderExchange<control::Stream>>(bench);
  measure_path<himeno::BorderExchange<control::Triggers>>(bench);
  measure_path<himeno::LibraryDriven>(bench);
}

}  // namespace

int main(int argc, char** argv)
{
  return bench::run_application("himeno", argc, argv, measure);
}
