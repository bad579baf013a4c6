#pragma once

/// \file
/// Flags of notifications in memory of all units.

#include "memories.h"

namespace dart::test {

/// Flags of each unit, which are cleared at the start.
class FlagSet {
 public:
  FlagSet(Memory memory, size_t n) : memory_(memory, n * sizeof(uint64_t)) { clear(); }

  /// Collective.
  void clear()
  {
    memory_.set(Bytes(memory_.nbytes(), 0));
    barrier();
  }
  dart_gptr_t at(size_t unit, size_t i = 0) const { return memory_.at(unit, i * sizeof(uint64_t)); }

 private:
  GlobalMemory memory_;
};

}  // namespace dart::test
