#pragma once

/// \file
/// The hardware on which the units of a team run.

#include <dash/Team.h>
#include <dash/Types.h>
#include <dash/util/Locality.h>
#include <dash/util/LocalityDomain.h>
#include <dash/util/UnitLocality.h>

#include <string>
#include <vector>

namespace dash::util {

/// Locality domains of a team, and the records of its units. Grouping, selecting and splitting
/// change this object's own copy of the domains.
///
/// All functions except measure_bandwidth are local calls. For unknown tags they throw
/// exception::InvalidArgument.
class DASH_API TeamLocality {
 public:
  using Scope_t = Locality::Scope;

  /// The domain with tag \c domain_tag of the team's tree, split at \c scope unless that is Global.
  /// \throws exception::InvalidArgument for the null team and for unknown tags
  explicit TeamLocality(Team& team, Scope_t scope = Scope_t::Global, std::string domain_tag = ".");
  /// Copies \c domain, which belongs to the team's tree.
  TeamLocality(Team& team, LocalityDomain& domain);

  Team& team() const { return *team_; }

  LocalityDomain& domain() { return domain_; }
  const LocalityDomain& domain() const { return domain_; }

  /// See LocalityDomain::split.
  TeamLocality& split(Scope_t scope, int num_parts = 0);
  /// See LocalityDomain::split_groups.
  TeamLocality& split_groups();
  /// Result of the last split; empty if there was none.
  std::vector<LocalityDomain>& parts() { return domain_.parts(); }
  const std::vector<LocalityDomain>& parts() const { return domain_.parts(); }

  /// See LocalityDomain::group.
  LocalityDomain& group(const std::vector<std::string>& tags) { return domain_.group(tags); }
  std::vector<LocalityDomain::iterator> groups() { return domain_.groups(); }
  std::vector<LocalityDomain::const_iterator> groups() const { return domain_.groups(); }

  /// See LocalityDomain::select.
  TeamLocality& select(const std::vector<std::string>& tags);
  /// See LocalityDomain::exclude.
  TeamLocality& exclude(const std::vector<std::string>& tags);

  int num_nodes() const { return domain_.num_nodes(); }
  int num_cores() const { return domain_.num_cores(); }
  /// All units in the domain, in ascending order.
  std::vector<global_unit_t> global_units() const { return domain_.units(); }

  /// Stores the memory bandwidth of all units in their records unless it is known from
  /// DASH_MAX_SHMEM_MBPS or from an earlier call: all units measure their own at the same time.
  /// Collective over the team if the bandwidth of any unit is unknown, otherwise local.
  /// \see memory_bandwidth_mbps
  void measure_bandwidth() const;

  /// \throws exception::InvalidArgument if the team has no such unit
  UnitLocality& unit_locality(team_unit_t unit);
  const UnitLocality& unit_locality(team_unit_t unit) const;
  UnitLocality& unit_locality(global_unit_t unit);
  const UnitLocality& unit_locality(global_unit_t unit) const;

 private:
  Team* team_;
  LocalityDomain domain_;
  std::vector<UnitLocality> units_;  // indexed by team-relative id
};

}  // namespace dash::util
