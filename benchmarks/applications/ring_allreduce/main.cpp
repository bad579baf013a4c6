/// app_ring_allreduce: the sum of vectors that all units have, which the paper on GPU-triggered
/// networking computes around a ring, by each control path. Sums are compared with those of a
/// serial run.
///
///     dartrun -n 2 app_ring_allreduce

#include <dash/Team.h>
#include <dash/Types.h>
#include <dash/algorithm/Copy.h>
#include <dash/algorithm/Fill.h>

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "applications/support/control.h"
#include "library_driven.h"
#include "ring.h"
#include "support/application.h"

namespace {

/// Element \p i of a unit's vector: a small whole number, so that sums are exact in any order.
float value_at(std::size_t unit, std::size_t i)
{
  return static_cast<float>((unit + 1) * (i % 97));
}

/// Vectors are added up twice: the second time, each unit has the first sum. Collective.
template <class Path>
void check(std::size_t size)
{
  Path path(size);
  auto& vectors = path.vectors();
  const std::size_t units = dash::size(), n = vectors.size();
  std::vector<float> own(n), expected(n, 0.0F), found(n);
  for (std::size_t i = 0; i < n; ++i) {
    own[i] = value_at(static_cast<std::size_t>(dash::myid().id), i);
    for (std::size_t unit = 0; unit < units; ++unit) expected[i] += value_at(unit, i);
  }
  dash::copy(own.data(), own.data() + n, vectors.all().lbegin());
  vectors.all().barrier();
  for (int run = 0; run < 2; ++run) {
    path.run();
    dash::copy(vectors.all().lbegin(), vectors.all().lend(), found.data());
    const int wrong = found == expected ? 0 : 1;
    bench::require(dash::all_reduce(wrong, dash::plus<int>{}) == 0, "all units have the sums");
    for (float& sum : expected) sum *= static_cast<float>(units);
  }
}

template <class Path>
void measure_path(bench::Bench& bench)
{
  if (!bench.measures_path(Path::name)) return;
  for (const std::size_t size : {1, 64, 1000}) check<Path>(size);
  for (const std::size_t bytes : {8 << 10, 512 << 10, 8 << 20}) {
    if (bench.quick() && bytes > 8 << 10) break;
    const std::size_t calls = bench.sized(bytes < 1 << 20 ? 20 : 4, 1);
    Path path(bytes / sizeof(float));
    dash::fill(path.vectors().all(), 0.0F);
    path.vectors().all().barrier();
    const auto seconds = bench.figure(bench::repeated(bench::Who::all, calls, [&] { path.run(); }));
    auto params = bench::where();
    params.emplace_back("bytes", bytes);
    params.emplace_back("control", std::string(Path::name));
    bench.report(
        "allreduce", std::move(params), seconds.time(static_cast<double>(calls), bench::micro),
        "us");
  }
}

void measure(bench::Bench& bench)
{
  measure_path<ring_allreduce::Ring<control::Host>>(bench);
  measure_path<ring_allreduce::Ring<control::Stream>>(bench);
  measure_path<ring_allreduce::LibraryDriven>(bench);
}

}  // namespace

int main(int argc, char** argv)
{
  return bench::run_application("ring_allreduce", argc, argv, measure);
}
