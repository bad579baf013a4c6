#pragma once

/// \file
/// Hardware that a unit runs on, with its place among the hosts of the run.

#include <dash/dart/if/dart_types.h>

namespace dart {

class Runtime;

/// Hardware of the units of this host, as this unit finds it.
class HardwareHere {
 public:
  explicit HardwareHere(const Runtime& runtime);

  /// \param unit of this host
  dart_hwinfo_t of(dart_unit_t unit) const;

 private:
  const Runtime& runtime_;
  int cores_;  ///< for each unit
};

}  // namespace dart
