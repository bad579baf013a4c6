#pragma once

/// \file
/// Which unit runs on which host.

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "dash/dart/if/dart_types.h"

namespace dart {

/// The hosts of a run, numbered in the order of their first units. The units of a host are numbered
/// in the order of their ids; these numbers are their indices.
class Hosts {
 public:
  /// A run on one host.
  explicit Hosts(std::uint32_t units, dart_unit_t me)
      : Hosts(std::vector<std::uint32_t>(units, 0), me)
  {}

  /// \param host_of_unit  host of each unit
  Hosts(std::vector<std::uint32_t> host_of_unit, dart_unit_t me)
      : host_of_(std::move(host_of_unit)),
        index_of_(host_of_.size()),
        me_(me)
  {
    members_.resize(*std::max_element(host_of_.begin(), host_of_.end()) + 1);
    for (std::uint32_t unit = 0; unit < host_of_.size(); ++unit) {
      auto& members = members_[host_of_[unit]];
      index_of_[unit] = static_cast<std::uint32_t>(members.size());
      members.push_back(static_cast<dart_unit_t>(unit));
    }
  }

  std::uint32_t units() const { return static_cast<std::uint32_t>(host_of_.size()); }
  std::uint32_t count() const { return static_cast<std::uint32_t>(members_.size()); }
  bool is_one() const { return members_.size() == 1; }

  dart_unit_t me() const { return me_; }
  std::uint32_t here() const { return host_of_[me_]; }
  std::uint32_t host_of(dart_unit_t unit) const { return host_of_[unit]; }
  bool is_here(dart_unit_t unit) const { return host_of_[unit] == here(); }
  std::uint32_t index_of(dart_unit_t unit) const { return index_of_[unit]; }

  /// The units of this host in the order of their indices.
  const std::vector<dart_unit_t>& units_here() const { return members_[here()]; }
  const std::vector<dart_unit_t>& units_of(std::uint32_t host) const { return members_[host]; }

 private:
  std::vector<std::uint32_t> host_of_, index_of_;
  std::vector<std::vector<dart_unit_t>> members_;  // for each host
  dart_unit_t me_;
};

/// Value of DART_HOSTS_EMULATED; 1 if it is not set. \throws std::runtime_error if it is no valid
/// number of hosts
std::uint32_t emulated_hosts();

}  // namespace dart
