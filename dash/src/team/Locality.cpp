#include <dash/util/Locality.h>

#include <dash/dart/if/dart.h>

#include <ostream>

namespace dash::util {

int Locality::NumNodes()
{
  dart_domain_locality_t* all = nullptr;
  const dart_ret_t ret = dart_domain_team_locality(DART_TEAM_ALL, ".", &all);
  return ret == DART_OK ? all->num_nodes : 0;
}

std::ostream& operator<<(std::ostream& os, Locality::Scope scope)
{
  return os << static_cast<dart_locality_scope_t>(scope);
}

}  // namespace dash::util

namespace {

const char* name_of(dart_locality_scope_t scope)
{
  switch (scope) {
    case DART_LOCALITY_SCOPE_GLOBAL:
      return "GLOBAL";
    case DART_LOCALITY_SCOPE_GROUP:
      return "GROUP";
    case DART_LOCALITY_SCOPE_NETWORK:
      return "NETWORK";
    case DART_LOCALITY_SCOPE_NODE:
      return "NODE";
    case DART_LOCALITY_SCOPE_MODULE:
      return "MODULE";
    case DART_LOCALITY_SCOPE_NUMA:
      return "NUMA";
    case DART_LOCALITY_SCOPE_UNIT:
      return "UNIT";
    case DART_LOCALITY_SCOPE_PACKAGE:
      return "PACKAGE";
    case DART_LOCALITY_SCOPE_UNCORE:
      return "UNCORE";
    case DART_LOCALITY_SCOPE_CACHE:
      return "CACHE";
    case DART_LOCALITY_SCOPE_CORE:
      return "CORE";
    case DART_LOCALITY_SCOPE_CPU:
      return "CPU";
    default:
      return "UNDEFINED";
  }
}

}  // namespace

std::ostream& operator<<(std::ostream& os, dart_locality_scope_t scope)
{
  return os << name_of(scope);
}

std::ostream& operator<<(std::ostream& os, const dart_domain_locality_t& domain)
{
  os << "domain(" << domain.domain_tag << ": " << domain.scope << ", host '" << domain.host
     << "', team " << domain.team << ", " << domain.num_domains << " domains, " << domain.num_cores
     << " cores, units {";
  for (int u = 0; u < domain.num_units; ++u) os << ' ' << domain.unit_ids[u].id;
  return os << " })";
}

std::ostream& operator<<(std::ostream& os, const dart_unit_locality_t& unit)
{
  return os << "unit(" << unit.unit.id << ": team " << unit.team << ", domain " << unit.domain_tag
            << ", host '" << unit.hwinfo.host << "', NUMA " << unit.hwinfo.numa_id << ", CPU "
            << unit.hwinfo.cpu_id << ", " << unit.hwinfo.num_cores << " cores)";
}
