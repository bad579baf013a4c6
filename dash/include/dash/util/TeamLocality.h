/**
 * \file dash/util/TeamLocality.h
 * The hardware that the units of a team run on.
 */
#ifndef DASH__UTIL__TEAM_LOCALITY_H__INCLUDED
#define DASH__UTIL__TEAM_LOCALITY_H__INCLUDED

#include <dash/Team.h>
#include <dash/Types.h>
#include <dash/util/Locality.h>
#include <dash/util/LocalityDomain.h>
#include <dash/util/UnitLocality.h>

#include <string>
#include <vector>

namespace dash::util {

/**
 * Locality domains of a team and the records of its units. Grouping, selecting and splitting work
 * on this object's own copy of the domains.
 *
 * All functions but measure_bandwidth are local. Unknown tags throw exception::InvalidArgument.
 */
class DASH_API TeamLocality {
 public:
  using Scope_t = Locality::Scope;

  /**
   * The domain called \c domain_tag of the team's tree, split at \c scope unless that is Global.
   * \throws exception::InvalidArgument for the null team and unknown tags
   */
  explicit TeamLocality(Team& team, Scope_t scope = Scope_t::Global, std::string domain_tag = ".");
  /** A copy of \c domain, which belongs to the team's tree. */
  TeamLocality(Team& team, LocalityDomain& domain);

  Team& team() const { return *_team; }

  LocalityDomain& domain() { return _domain; }
  const LocalityDomain& domain() const { return _domain; }

  /** See LocalityDomain::split. */
  TeamLocality& split(Scope_t scope, int num_parts = 0);
  /** See LocalityDomain::split_groups. */
  TeamLocality& split_groups();
  /** Result of the last split; empty before. */
  std::vector<LocalityDomain>& parts() { return _domain.parts(); }
  const std::vector<LocalityDomain>& parts() const { return _domain.parts(); }

  /** See LocalityDomain::group. */
  LocalityDomain& group(const std::vector<std::string>& tags) { return _domain.group(tags); }
  std::vector<LocalityDomain::iterator> groups() { return _domain.groups(); }
  std::vector<LocalityDomain::const_iterator> groups() const { return _domain.groups(); }

  /** See LocalityDomain::select. */
  TeamLocality& select(const std::vector<std::string>& tags);
  /** See LocalityDomain::exclude. */
  TeamLocality& exclude(const std::vector<std::string>& tags);

  int num_nodes() const { return _domain.num_nodes(); }
  int num_cores() const { return _domain.num_cores(); }
  /** Units in the domain, ascending. */
  std::vector<global_unit_t> global_units() const { return _domain.units(); }

  /**
   * Fills in the records of all units what their memory bears, unless it is known
   * (DASH_MAX_SHMEM_MBPS, or an earlier call): each unit measures its own, all at the same time.
   * Collective over the team if it is unknown of any unit, else local.
   * \see memory_bandwidth_mbps
   */
  void measure_bandwidth() const;

  /** \throws exception::InvalidArgument if the team has no such unit */
  UnitLocality& unit_locality(team_unit_t unit);
  const UnitLocality& unit_locality(team_unit_t unit) const;
  UnitLocality& unit_locality(global_unit_t unit);
  const UnitLocality& unit_locality(global_unit_t unit) const;

 private:
  Team* _team;
  LocalityDomain _domain;
  std::vector<UnitLocality> _units;  // by team-relative id
};

}  // namespace dash::util

#endif  // DASH__UTIL__TEAM_LOCALITY_H__INCLUDED
