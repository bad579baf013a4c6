#include "unit_place.h"

#include <sched.h>
#include <unistd.h>

#include "runtime.h"

namespace dart {
namespace {

/// The \c index-th CPU (cyclically) of this process's affinity mask.
int cpu_of(int index)
{
  cpu_set_t allowed;
  if (sched_getaffinity(0, sizeof allowed, &allowed) != 0 || CPU_COUNT(&allowed) == 0) return -1;
  int skip = index % CPU_COUNT(&allowed);
  for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
    if (CPU_ISSET(cpu, &allowed) && skip-- == 0) return cpu;
  }
  return -1;
}

}  // namespace

UnitPlace find_place(std::uint32_t units_on_host, std::uint32_t index_on_host)
{
  UnitPlace place{};
  gethostname(place.host, sizeof place.host - 1);
  place.units_on_host = static_cast<int>(units_on_host);
  place.index_on_host = static_cast<int>(index_on_host);
  place.cpu = cpu_of(place.index_on_host);
  return place;
}

UnitPlace unit_place(dart_global_unit_t unit)
{
  return runtime()->control().units[unit.id].place;
}

}  // namespace dart
