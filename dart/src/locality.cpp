#include "locality.h"

#include <dash/dart/if/dart_locality.h>
#include <dash/dart/if/dart_team_group.h>

#include <cstdlib>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "locality_discovery.h"
#include "locality_tree.h"
#include "log.h"
#include "unit_place.h"

namespace dart {

namespace {

struct TeamLocality {
  std::vector<LocatedUnit> units;  ///< by team-relative id; never grows, programs point into it
  DomainPtr root;
};

std::mutex mutex;
std::map<dart_team_t, TeamLocality> teams;  ///< guarded by the mutex

/// Where all units of the run are, and their hosts numbered in the order of their first units.
class AllPlaces {
 public:
  AllPlaces()
  {
    std::size_t units = 0;
    dart_size(&units);
    for (std::size_t unit = 0; unit < units; ++unit) {
      places_.push_back(unit_place(static_cast<dart_unit_t>(unit)));
      node_of_host_.try_emplace(places_.back().host, static_cast<int>(node_of_host_.size()));
    }
    dart_global_unit_t self;
    dart_myid(&self);
    here_ = at(self).host;
  }

  const UnitPlace& at(dart_global_unit_t unit) const
  {
    return places_[static_cast<std::size_t>(unit.id)];
  }
  int node(const UnitPlace& place) const { return node_of_host_.at(place.host); }
  bool is_here(const UnitPlace& place) const { return place.host == here_; }

  /// Processors of the units of this host.
  std::vector<int> cpus_here() const
  {
    std::vector<int> cpus;
    for (const UnitPlace& place : places_) {
      if (is_here(place)) cpus.push_back(place.cpu);
    }
    return cpus;
  }

 private:
  std::vector<UnitPlace> places_;
  std::map<std::string, int> node_of_host_;
  std::string here_;
};

/// Bandwidth of shared memory that the environment declares, -1 if it does not.
int declared_shmem_mbps()
{
  const char* value = std::getenv("DASH_MAX_SHMEM_MBPS");
  const int mbps = value == nullptr ? 0 : std::atoi(value);
  return mbps > 0 ? mbps : -1;
}

dart_hwinfo_t hardware_of(const UnitPlace& place, const AllPlaces& places, int cores)
{
  const bool here = places.is_here(place);
  dart_hwinfo_t hw = here ? discover_hardware(place.cpu) : unknown_hardware(place.cpu);
  set_text(hw.host, place.host);
  hw.scopes[0].index = places.node(place);
  hw.num_cores = here ? cores : -1;
  hw.max_shmem_mbps = declared_shmem_mbps();
  return hw;
}

/// Without communication: each unit knows the places of all.
TeamLocality locate(dart_team_t team, std::size_t size)
{
  const AllPlaces places;
  const int cores = cores_per_unit(places.cpus_here());
  TeamLocality locality;
  locality.units.resize(size);
  for (std::size_t i = 0; i < size; ++i) {
    LocatedUnit& unit = locality.units[i];
    const dart_team_unit_t local(static_cast<dart_unit_t>(i));
    dart_team_unit_l2g(team, local, &unit.id);
    unit.record = {local, team, hardware_of(places.at(unit.id), places, cores), {}};
  }
  locality.root = build_tree(team, locality.units);
  return locality;
}

/// Runs \c use with the locality of a team, which is built if it is not there yet.
template <class F>
dart_ret_t with_locality(dart_team_t team, const F& use)
{
  std::size_t size = 0;
  if (const dart_ret_t ret = dart_team_size(team, &size); ret != DART_OK) return ret;
  return guarded([&] {
    const std::lock_guard lock(mutex);
    auto found = teams.find(team);
    if (found == teams.end()) found = teams.emplace(team, locate(team, size)).first;
    return use(found->second);
  });
}

}  // namespace

void locality_release(dart_team_t team)
{
  const std::lock_guard lock(mutex);
  teams.erase(team);
}

void locality_release()
{
  const std::lock_guard lock(mutex);
  teams.clear();
}

}  // namespace dart

using namespace dart;

dart_ret_t dart_team_locality_init(dart_team_t team) noexcept
{
  return with_locality(team, [](TeamLocality&) { return DART_OK; });
}

dart_ret_t dart_team_locality_finalize(dart_team_t team) noexcept
{
  std::size_t size = 0;
  if (const dart_ret_t ret = dart_team_size(team, &size); ret != DART_OK) return ret;
  locality_release(team);
  return DART_OK;
}

dart_ret_t dart_domain_team_locality(
    dart_team_t team, const char* domain_tag, dart_domain_locality_t** team_domain_out) noexcept
{
  DART_REQUIRE(
      domain_tag != nullptr && team_domain_out != nullptr, DART_ERR_INVAL,
      "dart_domain_team_locality: an argument is null");
  *team_domain_out = nullptr;
  return with_locality(team, [&](TeamLocality& locality) {
    return dart_domain_find(locality.root.get(), domain_tag, team_domain_out);
  });
}

dart_ret_t dart_unit_locality(
    dart_team_t team, dart_team_unit_t unit, dart_unit_locality_t** loc) noexcept
{
  DART_REQUIRE(loc != nullptr, DART_ERR_INVAL, "dart_unit_locality: loc is null");
  *loc = nullptr;
  return with_locality(team, [&](TeamLocality& locality) {
    const std::size_t units = locality.units.size();
    DART_REQUIRE(
        unit.id >= 0 && static_cast<std::size_t>(unit.id) < units, DART_ERR_INVAL,
        "dart_unit_locality: no unit %d in team %d of %zu units", unit.id, team, units);
    *loc = &locality.units[static_cast<std::size_t>(unit.id)].record;
    return DART_OK;
  });
}
