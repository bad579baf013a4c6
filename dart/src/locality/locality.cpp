#include "locality/locality.h"

#include <dash/dart/if/dart_locality.h>
#include <dash/dart/if/dart_team_group.h>

#include <map>
#include <mutex>
#include <optional>
#include <vector>

#include "base/exception_guard.h"
#include "locality/locality_tree.h"
#include "locality/unit_hardware.h"
#include "runtime/runtime.h"

namespace dart {

namespace {

struct TeamLocality {
  /// in the order of team-relative ids; never resized, because programs hold pointers into it
  std::vector<LocatedUnit> units;
  DomainPtr root;
};

std::mutex mutex;
std::map<dart_team_t, TeamLocality> teams;  ///< guarded by the mutex

/// The hardware of the units of the run. This needs no communication: in a run on one host each
/// unit discovers the hardware of all, and in other runs the runtime has exchanged it.
class AllHardware {
 public:
  AllHardware() : runtime_(*runtime())
  {
    if (runtime_.hosts().is_one()) here_.emplace(runtime_);
  }

  dart_hwinfo_t of(dart_unit_t unit) const
  {
    return here_ ? here_->of(unit) : runtime_.hardware(unit);
  }

 private:
  const Runtime& runtime_;
  std::optional<HardwareHere> here_;
};

TeamLocality locate(dart_team_t team, std::size_t size)
{
  const AllHardware hardware;
  TeamLocality locality;
  locality.units.resize(size);
  for (std::size_t i = 0; i < size; ++i) {
    LocatedUnit& unit = locality.units[i];
    const dart_team_unit_t local(static_cast<dart_unit_t>(i));
    dart_team_unit_l2g(team, local, &unit.id);
    unit.record = {local, team, hardware.of(unit.id.id), {}};
  }
  locality.root = build_tree(team, locality.units);
  return locality;
}

/// Calls \c use with the locality of a team, which is built on first use.
template <class F>
dart_ret_t with_locality(const char* function, dart_team_t team, const F& use)
{
  std::size_t size = 0;
  if (const dart_ret_t ret = dart_team_size(team, &size); ret != DART_OK) return ret;
  return guarded_always(function, [&](const char*) {
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
  return with_locality(__func__, team, [](TeamLocality&) { return DART_OK; });
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
  return with_locality(__func__, team, [&](TeamLocality& locality) {
    return dart_domain_find(locality.root.get(), domain_tag, team_domain_out);
  });
}

dart_ret_t dart_unit_locality(
    dart_team_t team, dart_team_unit_t unit, dart_unit_locality_t** loc) noexcept
{
  DART_REQUIRE(loc != nullptr, DART_ERR_INVAL, "dart_unit_locality: loc is null");
  *loc = nullptr;
  return with_locality(__func__, team, [&](TeamLocality& locality) {
    const std::size_t units = locality.units.size();
    DART_REQUIRE(
        unit.id >= 0 && static_cast<std::size_t>(unit.id) < units, DART_ERR_INVAL,
        "dart_unit_locality: no unit %d in team %d of %zu units", unit.id, team, units);
    *loc = &locality.units[static_cast<std::size_t>(unit.id)].record;
    return DART_OK;
  });
}
