/// Measures algorithms on arrays of all distributions beside the same calls on BLOCKED ones.

#include "distribution_cases.h"
#include "support/bench.h"

namespace {

using dash::test::CalledBy;
using dash::test::DistributedData;
using dash::test::Distribution;
using dash::test::DistributionCase;

double seconds_of(
    const bench::Bench& bench, const DistributionCase& test, std::ptrdiff_t n,
    const Distribution& from, const Distribution& to)
{
  DistributedData data(n, from, to);
  bench::Body body{
      test.by == CalledBy::one_unit ? bench::Who::one : bench::Who::all, [&] { test.call(data); }};
  if (test.changes_input) body.prepare = [&] { data.refill(); };
  return bench.best(body);
}

/// The time of a case on all distributions, and pairs of them.
void measure_case(bench::Bench& bench, const DistributionCase& test, std::ptrdiff_t n)
{
  const auto& all = dash::test::distributions();
  const Distribution& blocked = all.front();
  const double best = seconds_of(bench, test, n, blocked, blocked);
  // A large call may take a few times as long. Of a smaller one latencies are the most.
  const double allowed = n >= 10'000'000 ? 4 : 1 + bench::milli / best;
  for (const Distribution& from : all) {
    for (const Distribution& to : all) {
      if (&from == &blocked && &to == &blocked) continue;
      if (!test.uses_other && &to != &blocked) continue;
      bench.report(
          {.name = test.name,
           .params =
               {{"elements", n}, {"from", from.name}, {"to", test.uses_other ? to.name : "-"}},
           .value = seconds_of(bench, test, n, from, to) / bench::micro,
           .unit = "us",
           .baseline = bench::Baseline{"BLOCKED", best / bench::micro},
           .reach = n >= 100'000 ? bench::at_most_ratio(allowed) : bench::Reach{}});
    }
  }
}

void measure(bench::Bench& bench)
{
  for (const std::size_t n : bench.sizes({1'003, 100'003, 10'000'003}, 1'003)) {
    for (const DistributionCase& test : dash::test::distribution_cases()) {
      if (bench.measures_case(test.name)) measure_case(bench, test, static_cast<std::ptrdiff_t>(n));
    }
  }
}

}  // namespace

int main(int argc, char** argv)
{
  return bench::run_units("distribution", argc, argv, measure);
}
