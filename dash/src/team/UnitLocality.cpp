#include <dash/util/UnitLocality.h>

#include <dash/Exception.h>
#include <dash/detail/base/CheckResult.h>
#include <dash/util/Config.h>

#include <algorithm>
#include <cstddef>
#include <memory>

namespace dash::util {

namespace {

dart_unit_locality_t* record_of(dart_team_t team, team_unit_t unit)
{
  dart_unit_locality_t* record = nullptr;
  const dash::detail::FailureReasons reasons;
  if (dart_unit_locality(team, unit, &record) != DART_OK) {
    DASH_THROW(
        exception::InvalidArgument, "UnitLocality: team " << team << " has no unit " << unit
                                                          << ", or dash is not initialized"
                                                          << reasons.take());
  }
  return record;
}

template <std::size_t N>
void set_text(char (&field)[N], const std::string& text)
{
  field[text.copy(field, N - 1)] = '\0';
}

}  // namespace

UnitLocality::UnitLocality(const Team& team, team_unit_t unit)
    : record_(record_of(team.dart_id(), unit))
{}

UnitLocality::UnitLocality(global_unit_t unit)
    : record_(record_of(DART_TEAM_ALL, team_unit_t(unit)))
{}

UnitLocality::UnitLocality() : UnitLocality(Team::GlobalUnitID()) {}

dart_domain_locality_t& UnitLocality::domain() const
{
  dart_domain_locality_t* domain = nullptr;
  const dash::detail::FailureReasons reasons;
  if (dart_domain_team_locality(record_->team, record_->domain_tag, &domain) != DART_OK) {
    DASH_THROW(
        exception::InvalidArgument, "UnitLocality: team " << record_->team << " has no domain "
                                                          << record_->domain_tag << reasons.take());
  }
  return *domain;
}

LocalityDomain UnitLocality::parent() const
{
  dart_domain_locality_t* around = domain().parent;
  if (around == nullptr) {
    DASH_THROW(exception::InvalidArgument, "UnitLocality::parent: the unit is at the root");
  }
  return LocalityDomain(*around);
}

LocalityDomain UnitLocality::parent_in_scope(Locality::Scope scope) const
{
  dart_domain_locality_t* around = &domain();
  while (around != nullptr && static_cast<Locality::Scope>(around->scope) != scope) {
    around = around->parent;
  }
  if (around == nullptr) {
    DASH_THROW(
        exception::InvalidArgument,
        "UnitLocality::parent_in_scope: no domain of scope " << scope << " above " << domain_tag());
  }
  return LocalityDomain(*around);
}

LocalityDomain& UnitLocality::node_domain() const
{
  if (node_domain_ == nullptr) {
    node_domain_ = std::make_shared<LocalityDomain>(parent_in_scope(Locality::Scope::Node));
  }
  return *node_domain_;
}

void UnitLocality::set_domain_tag(const std::string& tag)
{
  set_text(record_->domain_tag, tag);
}

void UnitLocality::set_host(const std::string& host)
{
  set_text(record_->hwinfo.host, host);
}

int UnitLocality::num_threads() const
{
  return Config::get<bool>("DASH_MAX_SMT") ? max_threads() : min_threads();
}

int UnitLocality::num_domain_threads() const
{
  if (Config::get<bool>("DASH_DISABLE_THREADS")) return 1;
  const int threads = num_cores() * num_threads();
  const int limit = Config::get<int>("DASH_MAX_UNIT_THREADS");
  return limit > 0 ? std::min(threads, limit) : threads;
}

int UnitLocality::cache_line_size(int level) const
{
  const bool valid = level >= 0 && level < DART_LOCALITY_MAX_CACHE_LEVELS;
  return valid ? hwinfo().cache_line_sizes[level] : -1;
}

}  // namespace dash::util
