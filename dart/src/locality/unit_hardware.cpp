#include "locality/unit_hardware.h"

#include <cstdlib>
#include <vector>

#include "base/environment.h"
#include "locality/locality_discovery.h"
#include "locality/locality_domain.h"

namespace dart {
namespace {

int count_cores(const UnitTable& units)
{
  std::vector<int> cpus;
  for (const dart_unit_t unit : units.hosts().units_here()) {
    cpus.push_back(units.of(unit).place.cpu);
  }
  return cores_per_unit(cpus);
}

/// Bandwidth of shared memory that the environment declares; -1 if there is no declaration.
int declared_shmem_mbps()
{
  const char* value = environment("DASH_MAX_SHMEM_MBPS");
  const int mbps = value == nullptr ? 0 : std::atoi(value);
  return mbps > 0 ? mbps : -1;
}

}  // namespace

HardwareHere::HardwareHere(const UnitTable& units) : units_(units), cores_(count_cores(units)) {}

dart_hwinfo_t HardwareHere::of(dart_unit_t unit) const
{
  const UnitPlace& place = units_.of(unit).place;
  dart_hwinfo_t hw = discover_hardware(place.cpu);
  set_text(hw.host, place.host);
  hw.scopes[0].index = static_cast<int>(units_.hosts().here());
  hw.num_cores = cores_;
  hw.max_shmem_mbps = declared_shmem_mbps();
  return hw;
}

}  // namespace dart
