#include "support/application.h"

#include <dash/Init.h>
#include <dash/Team.h>
#include <dash/algorithm/Operation.h>
#include <dash/algorithm/Reduce.h>
#include <dash/util/TeamLocality.h>

#include <fstream>
#include <stdexcept>
#include <string>

namespace bench {

int run_application(
    const std::string& name, int argc, char** argv, const std::function<void(Bench&)>& measure)
{
  return run_units(name, argc, argv, measure, [] { return std::string(); });
}

int num_gpu_units()
{
  const int gpu = dash::is_gpu_unit() ? 1 : 0;
  return dash::reduce(&gpu, &gpu + 1, 0);
}

std::vector<Param> where()
{
  const int hosts = dash::util::TeamLocality(dash::Team::All()).num_nodes();
  return {{"units", dash::size()}, {"GPU units", num_gpu_units()}, {"hosts", hosts}};
}

double resident_bytes()
{
  std::ifstream memory("/proc/self/smaps_rollup");
  double kib = 0;
  for (std::string word; memory >> word;) {
    if (word == "Pss:") memory >> kib;
  }
  return 1024 * kib;
}

void report_memory(Bench& bench, double before, double data)
{
  if (num_gpu_units() > 0) return;
  const double mine = resident_bytes() - before;
  const double all = dash::reduce(&mine, &mine + 1, 0.0);
  bench.report(
      {.name = "resident memory",
       .params = where(),
       .value = all / mega,
       .unit = "MB",
       .baseline = Baseline{"the data", data / mega}});
}

void require(bool holds, const std::string& claim)
{
  if (!holds) throw std::runtime_error("wrong result: not true that " + claim);
}

}  // namespace bench
