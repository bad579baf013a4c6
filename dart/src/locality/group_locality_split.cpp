#include <dash/dart/if/dart_team_group.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "base/exception_guard.h"
#include "locality/locality_domain.h"
#include "team/group.h"

namespace dart {

namespace {

using Units = std::vector<dart_global_unit_t>;

/// The members of a group that run in a domain.
Units members_in(dart_group_t group, const Domain& domain)
{
  Units members;
  for (const auto unit : std::span(domain.unit_ids, static_cast<std::size_t>(domain.num_units))) {
    std::int32_t is_member = 0;
    dart_group_ismember(group, unit, &is_member);
    if (is_member != 0) members.push_back(unit);
  }
  return members;
}

/// The members of a group in each domain of a scope that contains any.
std::vector<Units> members_by_domain(
    dart_group_t group, Domain& domain, dart_locality_scope_t scope)
{
  std::vector<Units> members;
  for (const Domain* d : domains_in_scope(domain, scope)) {
    Units in_domain = members_in(group, *d);
    if (!in_domain.empty()) members.push_back(std::move(in_domain));
  }
  return members;
}

Group make_group(std::span<const Units> parts)
{
  Group group;
  for (const Units& units : parts) {
    for (const auto unit : units) group.units.push_back(unit.id);
  }
  std::sort(group.units.begin(), group.units.end());
  return group;
}

}  // namespace

}  // namespace dart

using namespace dart;

dart_ret_t dart_group_locality_split(
    const dart_group_t g, dart_domain_locality_t* domain, dart_locality_scope_t scope, size_t n,
    size_t* nout, dart_group_t* gout) noexcept
{
  DART_REQUIRE(
      domain != nullptr && nout != nullptr && gout != nullptr, DART_ERR_INVAL,
      "dart_group_locality_split: an argument is null");
  DART_REQUIRE(n > 0, DART_ERR_INVAL, "dart_group_locality_split: cannot split into 0 groups");
  *nout = 0;
  return guarded_always(__func__, [&](const char* function) {
    if (known_group(g, function) == nullptr) return DART_ERR_INVAL;
    const auto members = members_by_domain(g, *domain, scope);
    if (members.empty()) return DART_ERR_NOTFOUND;
    const std::size_t groups = std::min(n, members.size());
    std::vector<Group> made;
    for (std::size_t i = 0; i < groups; ++i) {
      const std::size_t begin = part_begin(i, groups, members.size());
      const std::size_t end = part_begin(i + 1, groups, members.size());
      made.push_back(make_group(std::span(members).subspan(begin, end - begin)));
    }
    hand_out(std::move(made), gout);
    *nout = groups;
    return DART_OK;
  });
}
