#include "locality/team_localities.h"

#include <optional>

#include "locality/unit_hardware.h"

namespace dart {

TeamLocalities::TeamLocalities(const UnitTable& units, const Teams& teams) : units_(units)
{
  if (units.hosts().is_one()) return;
  hardware_ = teams.all().board().from_all(HardwareHere(units).of(units.me()));
}

/// Without communication: in a run on one host each unit finds the hardware of all.
TeamLocality TeamLocalities::locate(const Team& team) const
{
  std::optional<HardwareHere> here;
  if (hardware_.empty()) here.emplace(units_);
  TeamLocality locality;
  locality.units.resize(team.size());
  for (std::uint32_t k = 0; k < team.size(); ++k) {
    LocatedUnit& unit = locality.units[k];
    unit.id = dart_global_unit_t(team.global_id(k));
    const dart_hwinfo_t hardware = here ? here->of(unit.id.id) : hardware_[unit.id.id];
    unit.record = {dart_team_unit_t(static_cast<dart_unit_t>(k)), team.id(), hardware, {}};
  }
  locality.root = build_tree(team.id(), locality.units);
  return locality;
}

void TeamLocalities::release(dart_team_t team)
{
  const std::lock_guard lock(mutex_);
  localities_.erase(team);
}

}  // namespace dart
