// Localities of teams and units, of the C interface.

#include <dash/dart/if/dart_locality.h>

#include "api/guard.h"
#include "locality/team_localities.h"

namespace {

using dart::Runtime;
using dart::Team;
using dart::TeamLocality;

}  // namespace

extern "C" {

dart_ret_t dart_team_locality_init(dart_team_t team) DART_NOTHROW
{
  return dart::guarded(__func__, team, [](Runtime& rt, Team& members, const char*) {
    return rt.localities().with(members, [](TeamLocality&) { return DART_OK; });
  });
}

dart_ret_t dart_team_locality_finalize(dart_team_t team) DART_NOTHROW
{
  return dart::guarded(__func__, team, [](Runtime& rt, Team& members, const char*) {
    rt.localities().release(members.id());
    return DART_OK;
  });
}

dart_ret_t dart_domain_team_locality(
    dart_team_t team, const char* domain_tag, dart_domain_locality_t** team_domain_out) DART_NOTHROW
{
  DART_REQUIRE(
      domain_tag != nullptr && team_domain_out != nullptr, DART_ERR_INVAL,
      "dart_domain_team_locality: an argument is null");
  *team_domain_out = nullptr;
  return dart::guarded(__func__, team, [=](Runtime& rt, Team& members, const char*) {
    return rt.localities().with(members, [=](TeamLocality& locality) {
      return dart_domain_find(locality.root.get(), domain_tag, team_domain_out);
    });
  });
}

dart_ret_t dart_unit_locality(dart_team_t team, dart_team_unit_t unit, dart_unit_locality_t** loc)
    DART_NOTHROW
{
  DART_REQUIRE(loc != nullptr, DART_ERR_INVAL, "dart_unit_locality: loc is null");
  *loc = nullptr;
  return dart::guarded(__func__, team, [=](Runtime& rt, Team& members, const char*) {
    DART_REQUIRE(
        members.contains(unit.id), DART_ERR_INVAL,
        "dart_unit_locality: no unit %d in team %d of %u units", unit.id, team, members.size());
    return rt.localities().with(members, [=](TeamLocality& locality) {
      *loc = &locality.units[static_cast<std::size_t>(unit.id)].record;
      return DART_OK;
    });
  });
}

}  // extern "C"
