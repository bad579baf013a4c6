#pragma once

// Where a unit runs, as far as every other unit knows.

#include <dash/dart/if/dart_types.h>

namespace dart {

struct UnitPlace {
  char host[256];
  int cpu;  ///< a CPU the unit may run on: first of its affinity mask + index on host, modulo size
  int units_on_host, index_on_host;
};

UnitPlace unit_place(dart_global_unit_t unit);

}  // namespace dart
