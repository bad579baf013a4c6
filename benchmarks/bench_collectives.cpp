/// Measures barriers and small reductions in comparison with a hand-written spinning barrier.

#include <dash/Init.h>
#include <dash/dart/if/dart.h>

#include <cstddef>
#include <cstdint>
#include <utility>

#include "support/bench.h"
#include "support/shared_block.h"

namespace {

using bench::at_most;
using bench::by_all;

void measure(bench::Bench& bench)
{
  bench::SharedBlock<bench::SpinBarrier> raw(1);
  const auto units = static_cast<std::uint32_t>(dash::size());
  const std::size_t calls = bench.sized(100000, 100);
  const auto repeated = [calls](auto call) {
    return by_all([calls, call] {
      for (std::size_t i = 0; i < calls; ++i) call();
    });
  };
  const auto report = [&](const char* name, bench::Body dash, bench::Reach reach) {
    const auto seconds = bench.duel(std::move(dash), repeated([&] { raw[0].wait(units); }));
    bench.report(
        name, {}, seconds.time(static_cast<double>(calls), bench::nano), "ns", "spinning barrier",
        std::move(reach));
  };
  report("barrier", repeated([] { dash::barrier(); }), at_most(140, "ns"));
  report(
      "allreduce, 8 bytes", repeated([] {
        const double mine = 1;
        double sum;
        dart_allreduce(&mine, &sum, 1, DART_TYPE_DOUBLE, DART_OP_SUM, DART_TEAM_ALL);
        bench::do_not_optimize(sum);
      }),
      at_most(150, "ns"));
  report(
      "broadcast, 8 bytes", repeated([] {
        double value = 1;
        dart_bcast(&value, 1, DART_TYPE_DOUBLE, dart_team_unit_t{0}, DART_TEAM_ALL);
        bench::do_not_optimize(value);
      }),
      {});
}

}  // namespace

int main(int argc, char** argv)
{
  return bench::run_units("collectives", argc, argv, measure);
}
