/// Measures start and end of a program that only calls init and finalize, on four units under
/// dartrun, in comparison with four processes without DART.

#include "support/bench.h"
#include "support/process.h"

namespace {

void measure(bench::Bench& bench)
{
  for (const int units : {1, 4}) {
    const auto seconds = bench.duel(
        bench::by_all([=] { bench::run({DARTRUN, "-n", std::to_string(units), EMPTY}); }),
        bench::by_all([=] { bench::run_copies({NOTHING}, units); }));
    bench.report(
        "empty program", {{"units", units}}, seconds.time(1, bench::milli), "ms",
        "fork + exec without DART", units == 4 ? bench::at_most(60, "ms") : bench::Reach{});
  }
}

}  // namespace

int main(int argc, char** argv)
{
  return bench::run_alone("launch", argc, argv, measure);
}
