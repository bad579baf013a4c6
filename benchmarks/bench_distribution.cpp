/// Measures algorithms on arrays and matrices of all distributions beside the same calls on those
/// of which each unit has one block.

#include "distribution_cases.h"
#include "matrix_distribution_cases.h"
#include "support/bench.h"

#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

namespace {

using dash::test::CalledBy;
using dash::test::DistributedData;
using dash::test::DistributedMatrices;
using dash::test::Distribution;
using dash::test::DistributionCase;
using dash::test::MatrixCase;
using dash::test::MatrixDistribution;

/// A large call may take a few times as long as on blocks. Most of the time of a smaller one is
/// latency.
bench::Reach reach_beside(double best, std::ptrdiff_t n)
{
  if (n < 90'000) return {};
  return bench::at_most_ratio(n >= 9'900'000 ? 4 : 1 + bench::milli / best);
}

/// Measures a case on all distributions, and pairs of them.
/// \param seconds_of  the time of a call for two of the distributions
template <class Distribution, class SecondsOf>
void measure_all(
    bench::Bench& bench, const std::string& name, std::ptrdiff_t n,
    const std::vector<Distribution>& all, bool uses_other, SecondsOf seconds_of)
{
  const Distribution& blocked = all.front();
  const double best = seconds_of(blocked, blocked);
  for (const Distribution& from : all) {
    for (const Distribution& to : all) {
      if (&from == &blocked && &to == &blocked) continue;
      if (!uses_other && &to != &blocked) continue;
      bench.report(
          {.name = name,
           .params = {{"elements", n}, {"from", from.name}, {"to", uses_other ? to.name : "-"}},
           .value = seconds_of(from, to) / bench::micro,
           .unit = "us",
           .baseline = bench::Baseline{blocked.name, best / bench::micro},
           .reach = reach_beside(best, n)});
    }
  }
}

bench::Who who(bool is_by_one)
{
  return is_by_one ? bench::Who::one : bench::Who::all;
}

void measure_case(bench::Bench& bench, const DistributionCase& test, std::ptrdiff_t n)
{
  const auto seconds_of = [&](const Distribution& from, const Distribution& to) {
    DistributedData data(n, from, to);
    bench::Body body{who(test.by == CalledBy::one_unit), [&] { test.call(data); }};
    if (test.changes_input) body.prepare = [&] { data.refill(); };
    return bench.best(body);
  };
  measure_all(bench, test.name, n, dash::test::distributions(), test.uses_other, seconds_of);
}

void measure_case(bench::Bench& bench, const MatrixCase& test, std::size_t extent)
{
  const auto seconds_of = [&](const MatrixDistribution& from, const MatrixDistribution& to) {
    DistributedMatrices data(extent, from, to);
    bench::Body body{who(test.is_by_one), [&] { test.call(data); }};
    if (test.changes_input) body.prepare = [&] { data.refill(); };
    return bench.best(body);
  };
  measure_all(
      bench, std::string("matrix: ") + test.name, static_cast<std::ptrdiff_t>(extent * extent),
      dash::test::matrix_distributions(), test.uses_out, seconds_of);
}

void measure(bench::Bench& bench)
{
  for (const std::size_t n : bench.sizes({1'003, 100'003, 10'000'003}, 1'003)) {
    for (const DistributionCase& test : dash::test::distribution_cases()) {
      if (bench.measures_case(test.name)) measure_case(bench, test, static_cast<std::ptrdiff_t>(n));
    }
    const auto extent = static_cast<std::size_t>(std::sqrt(static_cast<double>(n)));
    for (const MatrixCase& test : dash::test::matrix_cases()) {
      if (bench.measures_case(std::string("matrix: ") + test.name))
        measure_case(bench, test, extent);
    }
  }
}

}  // namespace

int main(int argc, char** argv)
{
  return bench::run_units("distribution", argc, argv, measure);
}
