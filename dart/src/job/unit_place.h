#pragma once

/// \file
/// Where a unit runs, as far as every other unit knows.

namespace dart {

class Hosts;

struct UnitPlace {
  char host[256];  ///< name of the machine; of an emulated host: followed by # and its number
  int cpu;  ///< a CPU the unit may run on: first of its affinity mask + index on host, modulo size

  bool is_on_machine_of(const UnitPlace& other) const;
};

/// Place of the calling process.
UnitPlace find_place(const Hosts& hosts);

}  // namespace dart
