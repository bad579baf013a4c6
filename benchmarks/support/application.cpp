#include "support/application.h"

#include <dash/Init.h>
#include <dash/Team.h>
#include <dash/algorithm/Operation.h>
#include <dash/algorithm/Reduce.h>
#include <dash/util/TeamLocality.h>

#include <dash/dart/if/dart.h>

#include <cstddef>
#include <fstream>
#include <stdexcept>
#include <string>

namespace bench {
namespace {

/// Host memory that the unit occupies, in bytes: its share of pages that several units use, and its
/// own ones.
double resident_bytes()
{
  std::ifstream memory("/proc/self/smaps_rollup");
  double kib = 0;
  for (std::string word; memory >> word;) {
    if (word == "Pss:") memory >> kib;
  }
  return 1024 * kib;
}

/// Device memory that the unit has allocated, in bytes.
double device_bytes()
{
  std::size_t bytes = 0;
  dart_memory_in_use(DART_MEMORY_UNIT, &bytes);
  return static_cast<double>(bytes);
}

}  // namespace

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

Memory::Memory()
{
  const int gpus = num_gpu_units();
  const bool on_gpus = gpus > 0;
  known_ = !on_gpus || static_cast<std::size_t>(gpus) == dash::size();
  if (!known_) return;
  dash::barrier();  // nobody allocates or frees while others measure
  const double mine = on_gpus ? device_bytes() : resident_bytes();
  bytes_ = dash::reduce(&mine, &mine + 1, 0.0);
}

void report_memory(Bench& bench, const Memory& before, double data)
{
  const Memory now;
  if (!now.is_known()) return;
  bench.report(
      {.name = num_gpu_units() > 0 ? "device memory" : "resident memory",
       .params = where(),
       .value = (now.bytes() - before.bytes()) / mega,
       .unit = "MB",
       .baseline = Baseline{"the data", data / mega}});
}

void require(bool holds, const std::string& claim)
{
  if (!holds) throw std::runtime_error("wrong result: not true that " + claim);
}

}  // namespace bench
