#pragma once

/// \file
/// The memory to which a global pointer points.

#include "dash/dart/if/dart_globmem.h"
#include "runtime/runtime.h"

namespace dart {

struct Target {
  const Segment::Part* part;
  dart_global_unit_t unit;

  RemoteAddress remote(std::uint64_t offset) const { return {unit, part->owner_address + offset}; }
};

/// Logs why a global pointer cannot be used; returns DART_ERR_INVAL.
dart_ret_t refuse(Runtime& rt, dart_gptr_t gptr, const char* function);

/// The segment of a pointer; nullptr, after a message, if there is none.
Segment* find_segment(Runtime& rt, dart_gptr_t gptr, const char* function);

/// Determines the part into which a pointer points.
inline dart_ret_t resolve_part(Runtime& rt, dart_gptr_t gptr, const char* function, Target* target)
{
  const Team* team = rt.team(gptr.teamid);
  const Segment* segment = team == nullptr ? nullptr : team->segment(gptr.segid);
  if (segment == nullptr || !team->contains(gptr.unitid)) [[unlikely]] {
    return refuse(rt, gptr, function);
  }
  *target = {&segment->parts[gptr.unitid], team->global_id(gptr.unitid)};
  return DART_OK;
}

/// Does the same as resolve_part, and checks that [offset, offset + bytes) is inside the part.
inline dart_ret_t resolve(
    Runtime& rt, dart_gptr_t gptr, std::size_t bytes, const char* function, Target* target)
{
  const dart_ret_t found = resolve_part(rt, gptr, function, target);
  if (found != DART_OK) return found;
  const std::uint64_t offset = gptr.addr_or_offs.offset;
  if (offset > target->part->bytes || bytes > target->part->bytes - offset) [[unlikely]] {
    log(LogLevel::error,
        "%s: bytes %llu to %llu, but unit %d's part of segment %d of team %d has %llu bytes",
        function, (unsigned long long)offset, (unsigned long long)(offset + bytes), gptr.unitid,
        gptr.segid, gptr.teamid, (unsigned long long)target->part->bytes);
    return DART_ERR_INVAL;
  }
  return DART_OK;
}

}  // namespace dart
