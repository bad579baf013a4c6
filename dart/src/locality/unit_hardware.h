#pragma once

/// \file
/// The hardware of a unit, with its place among the hosts of the run.

#include <dash/dart/if/dart_types.h>

#include "job/unit_table.h"

namespace dart {

/// The hardware of the units of this host, as this unit discovers it.
class HardwareHere {
 public:
  explicit HardwareHere(const UnitTable& units);

  /// \param unit  a unit of this host
  dart_hwinfo_t of(dart_unit_t unit) const;

 private:
  const UnitTable& units_;
  int cores_;  ///< number of cores for each unit
};

}  // namespace dart
