#include <dash/util/TeamLocality.h>

#include <dash/Exception.h>
#include <dash/detail/base/CheckResult.h>
#include <dash/detail/team/Combine.h>
#include <dash/util/MemoryBandwidth.h>

#include <dash/dart/if/dart.h>

#include <algorithm>
#include <utility>

namespace dash::util {

namespace {

const dart_domain_locality_t& team_domain(const Team& team, const std::string& tag)
{
  dart_domain_locality_t* domain = nullptr;
  const dash::detail::FailureReasons reasons;
  if (dart_domain_team_locality(team.dart_id(), tag.c_str(), &domain) != DART_OK) {
    DASH_THROW(
        exception::InvalidArgument,
        "TeamLocality: " << team << " has no domain '" << tag << "'" << reasons.take());
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
    : team_(&team),
      domain_(team_domain(team, domain_tag)),
      units_(units_of(team))
{
  if (scope != Scope_t::Global) split(scope);
}

TeamLocality::TeamLocality(Team& team, LocalityDomain& domain)
    : team_(&team),
      domain_(domain),
      units_(units_of(team))
{}

TeamLocality& TeamLocality::split(Scope_t scope, int num_parts)
{
  domain_.split(scope, num_parts);
  return *this;
}

TeamLocality& TeamLocality::split_groups()
{
  domain_.split_groups();
  return *this;
}

TeamLocality& TeamLocality::select(const std::vector<std::string>& tags)
{
  domain_.select(tags);
  return *this;
}

TeamLocality& TeamLocality::exclude(const std::vector<std::string>& tags)
{
  domain_.exclude(tags);
  return *this;
}

void TeamLocality::measure_bandwidth() const
{
  const auto is_known = [](const UnitLocality& unit) { return unit.hwinfo().max_shmem_mbps > 0; };
  if (std::all_of(units_.begin(), units_.end(), is_known)) return;
  team_->barrier();
  const auto all = detail::gather_from_all(*team_, memory_bandwidth_mbps());
  for (size_t i = 0; i < units_.size(); ++i) {
    UnitLocality unit = units_[i];
    if (!is_known(unit)) unit.hwinfo().max_shmem_mbps = all[i];
  }
}

const UnitLocality& TeamLocality::unit_locality(team_unit_t unit) const
{
  if (unit.id < 0 || static_cast<size_t>(unit.id) >= units_.size()) {
    DASH_THROW(
        exception::InvalidArgument,
        "TeamLocality::unit_locality: " << *team_ << " has no unit " << unit);
  }
  return units_[static_cast<size_t>(unit.id)];
}

const UnitLocality& TeamLocality::unit_locality(global_unit_t unit) const
{
  return unit_locality(team_->relative_id(unit));
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
