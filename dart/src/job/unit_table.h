#pragma once

/// \file
/// The units of a run, and what each knows of all others.

#include <cstdint>
#include <utility>
#include <vector>

#include "job/hosts.h"
#include "job/unit_place.h"

namespace dart {

/// What each unit tells all others when it starts.
struct UnitInfo {
  UnitPlace place;
  int gpu = -1;                          ///< that the unit stands for; -1: a CPU unit
  std::uint64_t host_slot, device_slot;  ///< addresses in the unit's process
  bool joins_traces = false;             ///< unit 0: it was asked to write the trace of all units

  bool is_gpu() const { return gpu >= 0; }
};

/// The units of a run.
class UnitTable {
 public:
  explicit UnitTable(const Hosts& hosts) : hosts_(hosts) {}

  const Hosts& hosts() const { return hosts_; }
  std::uint32_t count() const { return hosts_.units(); }
  bool contains(dart_unit_t unit) const { return unit >= 0 && std::uint32_t(unit) < count(); }
  dart_unit_t me() const { return hosts_.me(); }
  /// This unit among those of the host: arena and device memory count these.
  std::uint32_t index() const { return hosts_.index_of(hosts_.me()); }

  /// Known once the units have met.
  const UnitInfo& of(dart_unit_t unit) const { return infos_[unit]; }
  const UnitInfo& mine() const { return infos_[me()]; }
  /// What is known of the unit with this index on the host.
  const UnitInfo& here(std::uint32_t index) const { return infos_[hosts_.units_here()[index]]; }
  void set(std::vector<UnitInfo> infos) { infos_ = std::move(infos); }

  /// Whether units of this machine share a core.
  bool share_cores() const;

 private:
  const Hosts& hosts_;
  std::vector<UnitInfo> infos_;  // one for each unit
};

}  // namespace dart
