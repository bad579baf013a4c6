#pragma once

/// \file
/// Global pointers of addresses.

#include <cstdint>
#include <map>
#include <shared_mutex>

#include "memory/global_memory.h"
#include "team/teams.h"

namespace dart {

/// Inverse of the mapping of global pointers to addresses.
class PointerLookup {
 public:
  PointerLookup(const GlobalMemory& memory, const UnitTable& units, const Teams& teams)
      : memory_(memory),
        units_(units),
        teams_(teams)
  {}
  PointerLookup(const PointerLookup&) = delete;
  PointerLookup& operator=(const PointerLookup&) = delete;

  /// The segment that a block of symmetric memory belongs to.
  struct Block {
    std::uint64_t bytes;
    dart_team_t team;
    std::int16_t segment;
  };
  using Blocks = std::map<std::uint64_t, Block>;  // the keys are offsets
  using BlockNote = Blocks::node_type;

  /// Takes the memory for a note, so that noting a block cannot fail for lack of it.
  static BlockNote prepare_note();
  /// Remembers which segment a block belongs to.
  void note_block(BlockNote note, std::uint64_t offset, const Block& block);
  void forget_block(std::uint64_t offset);

  /// The global pointer of a mapped address or a place; null for addresses of no allocation.
  dart_gptr_t gptr_of(const void* address) const;

 private:
  dart_gptr_t in_heap(dart_unit_t unit, GlobalMemory::Place place) const;
  dart_gptr_t in_block(dart_unit_t unit, std::uint64_t offset) const;
  dart_gptr_t on_other_host(dart_unit_t unit, std::uint64_t address) const;

  const GlobalMemory& memory_;
  const UnitTable& units_;
  const Teams& teams_;
  mutable std::shared_mutex mutex_;
  Blocks blocks_;
};

}  // namespace dart
