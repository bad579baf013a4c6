/// app_global_reduction: reductions of a distributed array to one number on all units, in
/// comparison with a raw loop over the unit's elements and one dart_allreduce. Sums are checked
/// exactly.
///
///     dartrun -n 2 app_global_reduction

#include <dash/Array.h>
#include <dash/Team.h>
#include <dash/algorithm/Iota.h>
#include <dash/algorithm/Reduce.h>
#include <dash/dart/if/dart.h>

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <utility>

#include "support/application.h"

namespace {

using Array = dash::Array<std::int64_t>;

/// The sum by plain pointers.
std::int64_t raw_sum(const std::int64_t* begin, std::size_t size)
{
  const std::int64_t own = std::accumulate(begin, begin + size, std::int64_t{0});
  std::int64_t sum = 0;
  dart_allreduce(&own, &sum, 1, DART_TYPE_LONGLONG, DART_OP_SUM, DART_TEAM_ALL);
  return sum;
}

void measure(bench::Bench& bench)
{
  const std::size_t calls = bench.sized(64, 2);
  const bool only_cpus = bench::num_gpu_units() == 0;
  for (const std::size_t size :
       {std::size_t{1} << 10, bench.sized(1 << 15, 1 << 11), bench.sized(1 << 20, 1 << 12)}) {
    Array array(size);
    dash::iota(array, std::int64_t{0});
    array.barrier();
    const auto expected = static_cast<std::int64_t>(size * (size - 1) / 2);
    bench::require(dash::reduce(array) == expected, "the sum is that of the formula");
    auto params = bench::where();
    params.emplace_back("elements", size);
    const auto run = bench::repeated(
        bench::Who::all, calls, [&] { bench::do_not_optimize(dash::reduce(array)); });
    const auto operations = static_cast<double>(calls);
    if (only_cpus) {
      const auto* const own = bench::raw_part(array, dash::myid().id);
      bench::require(raw_sum(own, array.lsize()) == expected, "the raw loop sums up the same");
      const auto seconds = bench.duel(run, bench::repeated(bench::Who::all, calls, [&] {
                                        bench::do_not_optimize(raw_sum(own, array.lsize()));
                                      }));
      bench.report(
          "reduction", std::move(params), seconds.time(operations, bench::micro), "us",
          "raw loop and dart_allreduce", bench::at_most_ratio(1.2));
    } else {
      bench.report(
          "reduction", std::move(params), bench.figure(run).time(operations, bench::micro), "us");
    }
  }
}

}  // namespace

int main(int argc, char** argv)
{
  return bench::run_application("global_reduction", argc, argv, measure);
}
