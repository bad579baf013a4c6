#pragma once

// Where a unit runs, as far as every other unit knows.

#include <dash/dart/if/dart_types.h>

#include <cstdint>

namespace dart {

struct UnitPlace {
  char host[256];
  int cpu;  ///< a CPU the unit may run on: first of its affinity mask + index on host, modulo size
  int units_on_host, index_on_host;
};

/// Place of any unit.
UnitPlace unit_place(dart_global_unit_t unit);

/// Place of the calling process.
UnitPlace find_place(std::uint32_t units_on_host, std::uint32_t index_on_host);

}  // namespace dart
