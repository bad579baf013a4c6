#include "transfer/target.h"

#include "memory/far_place.h"

namespace dart {

void* Target::place() const
{
  if (part->kind == MemoryKind::process) return nullptr;
  const std::uint64_t address = part->owner_address + offset;
  return part->is_here ? reinterpret_cast<void*>(address) : far_place(unit.id, address);
}

dart_ret_t refuse(const Teams& teams, dart_gptr_t gptr, const char* function)
{
  const Team* team = teams.find(gptr.teamid);
  if (DART_GPTR_ISNULL(gptr)) {
    log(LogLevel::error, "%s: the global pointer is null", function);
  } else if (team == nullptr) {
    log(LogLevel::error, "%s: global pointer into team %d, which does not exist on this unit",
        function, gptr.teamid);
  } else if (team->segment(gptr.segid) == nullptr) {
    log(LogLevel::error, "%s: team %d has no segment %d (freed already?)", function, gptr.teamid,
        gptr.segid);
  } else {
    log(LogLevel::error, "%s: global pointer to unit %d, but team %d has %u units", function,
        gptr.unitid, gptr.teamid, team->size());
  }
  return DART_ERR_INVAL;
}

dart_ret_t refuse_range(
    const Target& target, dart_gptr_t gptr, std::size_t bytes, const char* function)
{
  log(LogLevel::error,
      "%s: bytes %llu to %llu, but unit %d's part of segment %d of team %d has %llu bytes",
      function, (unsigned long long)target.offset, (unsigned long long)(target.offset + bytes),
      gptr.unitid, gptr.segid, gptr.teamid, (unsigned long long)target.part->bytes);
  return DART_ERR_INVAL;
}

Segment* find_segment(const Teams& teams, dart_gptr_t gptr, const char* function)
{
  const Team* team = teams.find(gptr.teamid);
  Segment* segment = team == nullptr ? nullptr : team->segment(gptr.segid);
  if (segment == nullptr) refuse(teams, gptr, function);
  return segment;
}

}  // namespace dart
