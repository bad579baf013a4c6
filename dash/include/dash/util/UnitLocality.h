#pragma once

/// \file
/// The hardware that a unit runs on.

#include <dash/Team.h>
#include <dash/Types.h>
#include <dash/dart/if/dart_locality.h>
#include <dash/util/Locality.h>

#include <string>

namespace dash::util {

/// The locality record of a unit in a team. Copies refer to the same record, which programs may
/// change to pretend other hardware; it lives until the team ends.
///
/// Counts and rates that are unknown read as 1. All functions are local.
class DASH_API UnitLocality {
 public:
  /// \throws exception::InvalidArgument if the team has no such unit
  UnitLocality(const Team& team, team_unit_t unit);
  /// A unit by its id among all units.
  explicit UnitLocality(global_unit_t unit);
  /// The calling unit.
  UnitLocality();

  dart_hwinfo_t& hwinfo() { return record_->hwinfo; }
  const dart_hwinfo_t& hwinfo() const { return record_->hwinfo; }

  Team& team() const { return Team::Get(record_->team); }
  team_unit_t unit_id() const { return record_->unit; }

  /// The unit's domain in the team's tree.
  dart_domain_locality_t& domain() const;
  /// The domain around the unit's domain.
  dart_domain_locality_t& parent() const;
  /// The unit's domain, or the first above it, of a scope. \throws exception::InvalidArgument
  dart_domain_locality_t& parent_in_scope(Locality::Scope scope) const;
  /// The domain of the unit's host.
  dart_domain_locality_t& node_domain() const { return parent_in_scope(Locality::Scope::Node); }

  std::string domain_tag() const { return record_->domain_tag; }
  std::string host() const { return record_->hwinfo.host; }
  std::string hostname() const { return host(); }
  void set_domain_tag(const std::string& tag);
  void set_host(const std::string& host);

  /// Cores that the unit may use.
  int num_cores() const { return at_least_one(hwinfo().num_cores); }
  /// Threads a core: one, or as many as it runs at once.
  int min_threads() const { return at_least_one(hwinfo().min_threads); }
  int max_threads() const { return at_least_one(hwinfo().max_threads); }
  /// Threads a core that the unit is to use: max_threads() if DASH_MAX_SMT is on.
  int num_threads() const;
  /// Threads that the unit may start: num_threads() on each of its cores, at most
  /// DASH_MAX_UNIT_THREADS; one if DASH_DISABLE_THREADS is on.
  int num_domain_threads() const;

  /// NUMA domains of the host.
  int num_numa() const { return at_least_one(hwinfo().num_numa); }
  int numa_id() const { return hwinfo().numa_id; }
  int cpu_id() const { return hwinfo().cpu_id; }
  int min_cpu_mhz() const { return at_least_one(hwinfo().min_cpu_mhz); }
  int max_cpu_mhz() const { return at_least_one(hwinfo().max_cpu_mhz); }
  int cpu_mhz() const { return max_cpu_mhz(); }
  /// Megabytes a second of the unit's memory; see TeamLocality::measure_bandwidth.
  int max_shmem_mbps() const { return at_least_one(hwinfo().max_shmem_mbps); }
  /// Bytes of a line of the cache at \c level, from 0 on; -1 if unknown.
  int cache_line_size(int level) const;

 private:
  static int at_least_one(int value) { return value < 1 ? 1 : value; }

  dart_unit_locality_t* record_;
};

}  // namespace dash::util
