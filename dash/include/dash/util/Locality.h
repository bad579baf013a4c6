#pragma once

/// \file
/// Scopes of locality domains, and stream output of DART's locality records.

#include <dash/dart/if/dart_locality.h>
#include <dash/detail/base/Macro.h>

#include <iosfwd>

namespace dash::util {

/// Levels of the hardware hierarchy in which units run.
class DASH_API Locality {
 public:
  /// Values are those of dart_locality_scope_t.
  enum class Scope : int {
    Undefined = DART_LOCALITY_SCOPE_UNDEFINED,
    Global = DART_LOCALITY_SCOPE_GLOBAL,
    Group = DART_LOCALITY_SCOPE_GROUP,
    Network = DART_LOCALITY_SCOPE_NETWORK,
    Node = DART_LOCALITY_SCOPE_NODE,
    Module = DART_LOCALITY_SCOPE_MODULE,
    NUMA = DART_LOCALITY_SCOPE_NUMA,
    Unit = DART_LOCALITY_SCOPE_UNIT,
    Package = DART_LOCALITY_SCOPE_PACKAGE,
    Uncore = DART_LOCALITY_SCOPE_UNCORE,
    Cache = DART_LOCALITY_SCOPE_CACHE,
    Core = DART_LOCALITY_SCOPE_CORE,
    CPU = DART_LOCALITY_SCOPE_CPU
  };

  /// Number of hosts on which the units of this run are. Local call.
  static int NumNodes();
};

/// Prints the scope's name in capitals, for example "NUMA".
DASH_API std::ostream& operator<<(std::ostream& os, Locality::Scope scope);

}  // namespace dash::util

DASH_API std::ostream& operator<<(std::ostream& os, dart_locality_scope_t scope);
/// Prints one line with the domain's own properties.
DASH_API std::ostream& operator<<(std::ostream& os, const dart_domain_locality_t& domain);
/// Prints one line with the position and the cores of the unit.
DASH_API std::ostream& operator<<(std::ostream& os, const dart_unit_locality_t& unit);

// What programs of DASH 0.4 expect of this header.
#include <dash/internal/Macro.h>
