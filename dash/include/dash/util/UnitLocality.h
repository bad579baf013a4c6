#pragma once

/// \file
/// The hardware on which a unit runs.

#include <dash/Team.h>
#include <dash/Types.h>
#include <dash/dart/if/dart_locality.h>
#include <dash/util/Locality.h>
#include <dash/util/LocalityDomain.h>

#include <memory>
#include <string>

namespace dash::util {

/// The locality record of a unit in a team. Copies refer to the same record, which programs may
/// change to simulate different hardware; it exists until the team is destroyed.
///
/// Unknown counts and rates are returned as 1. All functions are local calls.
class DASH_API UnitLocality {
 public:
  /// \throws exception::InvalidArgument if the team has no such unit
  UnitLocality(const Team& team, team_unit_t unit);
  /// The record of a unit given by its global id.
  UnitLocality(global_unit_t unit);
  /// The record of the calling unit.
  UnitLocality();

  dart_hwinfo_t& hwinfo() { return record_->hwinfo; }
  const dart_hwinfo_t& hwinfo() const { return record_->hwinfo; }

  Team& team() const { return Team::Get(record_->team); }
  team_unit_t unit_id() const { return record_->unit; }

  /// The unit's domain in the team's tree.
  dart_domain_locality_t& domain() const;
  /// A copy of the domain around the unit's domain. \throws exception::InvalidArgument if there is
  /// none
  LocalityDomain parent() const;
  /// A copy of the first domain of a scope, from the unit's domain upwards. \throws
  /// exception::InvalidArgument if there is none
  LocalityDomain parent_in_scope(Locality::Scope scope) const;
  /// A copy of the domain of the unit's host, which this object and its copies share.
  LocalityDomain& node_domain() const;

  std::string domain_tag() const { return record_->domain_tag; }
  std::string host() const { return record_->hwinfo.host; }
  std::string hostname() const { return host(); }
  void set_domain_tag(const std::string& tag);
  void set_host(const std::string& host);

  /// Number of cores that the unit may use.
  int num_cores() const { return at_least_one(hwinfo().num_cores); }
  /// Number of hardware threads per core: the smallest and the largest number that may be used.
  int min_threads() const { return at_least_one(hwinfo().min_threads); }
  int max_threads() const { return at_least_one(hwinfo().max_threads); }
  /// Number of threads per core that the unit should use: max_threads() if DASH_MAX_SMT is on.
  int num_threads() const;
  /// Number of threads that the unit may start: num_threads() on each of its cores, at most
  /// DASH_MAX_UNIT_THREADS; one if DASH_DISABLE_THREADS is on.
  int num_domain_threads() const;

  /// Number of NUMA domains of the host.
  int num_numa() const { return at_least_one(hwinfo().num_numa); }
  int numa_id() const { return hwinfo().numa_id; }
  int cpu_id() const { return hwinfo().cpu_id; }
  int min_cpu_mhz() const { return at_least_one(hwinfo().min_cpu_mhz); }
  int max_cpu_mhz() const { return at_least_one(hwinfo().max_cpu_mhz); }
  int cpu_mhz() const { return max_cpu_mhz(); }
  /// Bandwidth of the unit's memory in megabytes per second; see TeamLocality::measure_bandwidth.
  int max_shmem_mbps() const { return at_least_one(hwinfo().max_shmem_mbps); }
  /// Size of a cache line in bytes at \c level, counted from 0; -1 if unknown.
  int cache_line_size(int level) const;

 private:
  static int at_least_one(int value) { return value < 1 ? 1 : value; }

  dart_unit_locality_t* record_;
  /// Made on first use.
  mutable std::shared_ptr<LocalityDomain> node_domain_;
};

}  // namespace dash::util
