#include <dash/util/TeamLocality.h>

#include <dash/Exception.h>
#include <dash/internal/Combine.h>
#include <dash/util/MemoryBandwidth.h>

#include <dash/dart/if/dart.h>

#include <algorithm>
#include <utility>

namespace dash::util {

namespace {

const dart_domain_locality_t& team_domain(const Team& team, const std::string& tag)
{
  dart_domain_locality_t* domain = nullptr;
  if (dart_domain_team_locality(team.dart_id(), tag.c_str(), &domain) != DART_OK) {
    DASH_THROW(
        exception::InvalidArgument, "TeamLocality: " << team << " has no domain '" << tag << "'");
  }
  return *domain;
}

std::vector<UnitLocality> units_of(const Team& team)
{
  std::vector<UnitLocality> units;
  for (const int unit : team) units.emplace_back(team, team_unit_t(unit));
  return units;
}

}  // namespace

TeamLocality::TeamLocality(Team& team, Scope_t scope, std::string domain_tag)
    : _team(&team), _domain(team_domain(team, domain_tag)), _units(units_of(team))
{
  if (scope != Scope_t::Global) split(scope);
}

TeamLocality::TeamLocality(Team& team, LocalityDomain& domain)
    : _team(&team), _domain(domain), _units(units_of(team))
{
}

TeamLocality& TeamLocality::split(Scope_t scope, int num_parts)
{
  _domain.split(scope, num_parts);
  return *this;
}

TeamLocality& TeamLocality::split_groups()
{
  _domain.split_groups();
  return *this;
}

TeamLocality& TeamLocality::select(const std::vector<std::string>& tags)
{
  _domain.select(tags);
  return *this;
}

TeamLocality& TeamLocality::exclude(const std::vector<std::string>& tags)
{
  _domain.exclude(tags);
  return *this;
}

void TeamLocality::measure_bandwidth() const
{
  const auto is_known = [](const UnitLocality& unit) { return unit.hwinfo().max_shmem_mbps > 0; };
  if (std::all_of(_units.begin(), _units.end(), is_known)) return;
  _team->barrier();
  const auto all = internal::gather_from_all(*_team, memory_bandwidth_mbps());
  for (size_t i = 0; i < _units.size(); ++i) {
    UnitLocality unit = _units[i];
    if (!is_known(unit)) unit.hwinfo().max_shmem_mbps = all[i];
  }
}

const UnitLocality& TeamLocality::unit_locality(team_unit_t unit) const
{
  if (unit.id < 0 || static_cast<size_t>(unit.id) >= _units.size()) {
    DASH_THROW(
        exception::InvalidArgument,
        "TeamLocality::unit_locality: " << *_team << " has no unit " << unit);
  }
  return _units[static_cast<size_t>(unit.id)];
}

const UnitLocality& TeamLocality::unit_locality(global_unit_t unit) const
{
  return unit_locality(_team->relative_id(unit));
}

UnitLocality& TeamLocality::unit_locality(team_unit_t unit)
{
  return const_cast<UnitLocality&>(std::as_const(*this).unit_locality(unit));
}

UnitLocality& TeamLocality::unit_locality(global_unit_t unit)
{
  return const_cast<UnitLocality&>(std::as_const(*this).unit_locality(unit));
}

}  // namespace dash::util
