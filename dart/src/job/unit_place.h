#pragma once

/// \file
/// Where a unit runs, as far as all other units know.

namespace dart {

class Hosts;

struct UnitPlace {
  char host[256];  ///< name of the machine; for an emulated host followed by # and its number
  /// a CPU on which the unit may run: the one in its affinity mask with the unit's index on the
  /// host, modulo their number
  int cpu;

  bool is_on_machine_of(const UnitPlace& other) const;
};

/// Determines the place of the calling process.
UnitPlace find_place(const Hosts& hosts);

}  // namespace dart
