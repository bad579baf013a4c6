/// Measures dash::sort on all units in comparison with std::sort on one core.

#include <dash/Array.h>
#include <dash/algorithm/Generate.h>
#include <dash/algorithm/Sort.h>

#include <algorithm>
#include <cstddef>
#include <random>
#include <vector>

#include "support/bench.h"

namespace {

void measure(bench::Bench& bench)
{
  const std::size_t elements = bench.sized(10000000, 1000);
  std::vector<double> unsorted(elements);
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> any(0, 1);
  std::generate(unsorted.begin(), unsorted.end(), [&] { return any(random); });

  dash::Array<double> array(elements);
  std::vector<double> vector(elements);
  const auto seconds = bench.duel(
      {bench::Who::all, [&] { dash::sort(array.begin(), array.end()); },
       [&] {
         dash::generate_with_index(array.begin(), array.end(), [&](auto i) { return unsorted[i]; });
       }},
      {bench::Who::one, [&] { std::sort(vector.begin(), vector.end()); },
       [&] { vector = unsorted; }});
  bench.report(
      "dash::sort, double", {{"elements", elements}},
      seconds.rate(static_cast<double>(elements), bench::mega), "M/s", "std::sort, one core",
      bench::at_least_ratio(1.6));
}

}  // namespace

int main(int argc, char** argv)
{
  return bench::run_units("sort", argc, argv, measure);
}
