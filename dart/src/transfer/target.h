#pragma once

/// \file
/// What a global pointer points to.

#include "base/address.h"
#include "base/log.h"
#include "dash/dart/if/dart_globmem.h"
#include "net/transport.h"
#include "team/teams.h"

namespace dart {

struct Target {
  const Segment::Part* part;
  dart_global_unit_t unit;
  std::uint64_t offset;  ///< in the part

  /// A place \c distance bytes behind.
  RemoteAddress remote(std::uint64_t distance = 0) const
  {
    return {unit, part->owner_address + offset + distance};
  }
  /// The address, if the memory is mapped here.
  std::byte* mapped() const { return address_behind(part->mapped, offset); }
  /// See dart_gptr_place.
  void* place() const;
};

/// Says why a global pointer cannot be followed; returns DART_ERR_INVAL.
[[gnu::cold]] dart_ret_t refuse(const Teams& teams, dart_gptr_t gptr, const char* function);

/// Says that a range is not in its part; returns DART_ERR_INVAL.
[[gnu::cold]] dart_ret_t refuse_range(
    const Target& target, dart_gptr_t gptr, std::size_t bytes, const char* function);

/// Segment of a pointer; nullptr (after a message) if there is none.
Segment* find_segment(const Teams& teams, dart_gptr_t gptr, const char* function);

/// The part that a pointer points into.
inline dart_ret_t resolve_part(
    const Teams& teams, dart_gptr_t gptr, const char* function, Target* target)
{
  const Team* team = teams.find(gptr.teamid);
  const Segment* segment = team == nullptr ? nullptr : team->segment(gptr.segid);
  if (segment == nullptr || !team->contains(gptr.unitid)) [[unlikely]] {
    return refuse(teams, gptr, function);
  }
  *target = {&segment->parts[gptr.unitid], team->global_id(gptr.unitid), gptr.addr_or_offs.offset};
  return DART_OK;
}

/// Does what resolve_part does; [offset, offset + bytes) has to lie in the part.
inline dart_ret_t resolve(
    const Teams& teams, dart_gptr_t gptr, std::size_t bytes, const char* function, Target* target)
{
  const dart_ret_t found = resolve_part(teams, gptr, function, target);
  if (found != DART_OK) return found;
  const std::uint64_t room = target->part->bytes;
  if (target->offset > room || bytes > room - target->offset) [[unlikely]] {
    return refuse_range(*target, gptr, bytes, function);
  }
  return DART_OK;
}

}  // namespace dart
