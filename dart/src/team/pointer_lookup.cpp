#include "team/pointer_lookup.h"

#include <iterator>
#include <mutex>
#include <utility>

#include "memory/far_place.h"

namespace dart {

PointerLookup::BlockNote PointerLookup::prepare_note()
{
  Blocks one{{0, {}}};
  return one.extract(one.begin());
}

void PointerLookup::note_block(BlockNote note, std::uint64_t offset, const Block& block)
{
  note.key() = offset;
  note.mapped() = block;
  std::unique_lock guard(mutex_);
  blocks_.erase(offset);
  blocks_.insert(std::move(note));
}

void PointerLookup::forget_block(std::uint64_t offset)
{
  std::unique_lock guard(mutex_);
  blocks_.erase(offset);
}

dart_gptr_t PointerLookup::gptr_of(const void* address) const
{
  const dart_unit_t unit = memory_.owner_of(address);
  if (unit < 0) return DART_GPTR_NULL;
  if (!units_.hosts().is_here(unit)) return on_other_host(unit, far_place_address(address));
  const GlobalMemory::Place place = memory_.place_of(address);
  return place.offset >= memory_.layout().heap_offset ? in_heap(unit, place)
                                                      : in_block(unit, place.offset);
}

/// Only the unit's host knows whose its blocks are; so all segments that have a part there are
/// asked.
dart_gptr_t PointerLookup::on_other_host(dart_unit_t unit, std::uint64_t address) const
{
  dart_gptr_t gptr = DART_GPTR_NULL;
  teams_.for_each([&](int, const Team& team) {
    const dart_unit_t member = team.local_id(unit);
    if (member < 0) return;
    team.aligned_segments().for_each([&](int id, const Segment& segment) {
      const Segment::Part& part = segment.parts[member];
      if (address - part.owner_address >= part.bytes) return;
      gptr.unitid = member;
      gptr.teamid = team.id();
      gptr.segid = static_cast<std::int16_t>(id);
      gptr.addr_or_offs.offset = address - part.owner_address;
    });
  });
  return gptr;
}

dart_gptr_t PointerLookup::in_heap(dart_unit_t unit, GlobalMemory::Place place) const
{
  dart_gptr_t gptr = DART_GPTR_NULL;
  if (place.offset >= memory_.layout().table_offset) return gptr;
  const bool is_own_kind = place.kind == memory_.kind_at(unit, DART_MEMORY_UNIT);
  gptr.unitid = unit;
  gptr.teamid = DART_TEAM_ALL;
  gptr.segid = is_own_kind ? DART_SEGMENT_LOCAL : DART_SEGMENT_LOCAL_HOST;
  gptr.addr_or_offs.offset = place.offset - memory_.layout().heap_offset;
  return gptr;
}

dart_gptr_t PointerLookup::in_block(dart_unit_t unit, std::uint64_t offset) const
{
  dart_gptr_t gptr = DART_GPTR_NULL;
  std::shared_lock guard(mutex_);
  auto block = blocks_.upper_bound(offset);
  // One past the end of a block still belongs to it, as with native arrays.
  if (block == blocks_.begin() ||
      offset > std::prev(block)->first + std::prev(block)->second.bytes) {
    return gptr;
  }
  --block;
  const Team* owner = teams_.find(block->second.team);
  gptr.unitid = owner == nullptr ? -1 : owner->local_id(unit);
  if (gptr.unitid < 0) return DART_GPTR_NULL;
  gptr.teamid = block->second.team;
  gptr.segid = block->second.segment;
  gptr.addr_or_offs.offset = offset - block->first;
  return gptr;
}

}  // namespace dart
