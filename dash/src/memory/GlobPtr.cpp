#include <dash/GlobPtr.h>

#include <dash/Exception.h>
#include <dash/detail/memory/AccessError.h>

#include <cstddef>
#include <cstdint>

namespace dash::detail {

namespace {

std::ptrdiff_t part_size(dart_gptr_t gptr, int unit)
{
  gptr.unitid = unit;
  gptr.addr_or_offs.offset = 0;
  std::size_t nbytes = 0;
  CheckedAccess().result(dart_segment_size(gptr, &nbytes), "size query", gptr);
  return static_cast<std::ptrdiff_t>(nbytes);
}

int num_units(dart_gptr_t gptr)
{
  std::size_t size = 0;
  CheckedAccess().result(dart_team_size(gptr.teamid, &size), "team query", gptr);
  return static_cast<int>(size);
}

}  // namespace

dart_gptr_t advance_across_units(dart_gptr_t gptr, std::ptrdiff_t nbytes)
{
  int unit = gptr.unitid;
  auto offset = static_cast<std::ptrdiff_t>(gptr.addr_or_offs.offset) + nbytes;
  while (offset < 0 && unit > 0) offset += part_size(gptr, --unit);
  auto size = part_size(gptr, unit);
  if (offset >= size) {
    const int last = num_units(gptr) - 1;
    while (offset >= size && unit < last) {
      offset -= size;
      size = part_size(gptr, ++unit);
    }
  }
  gptr.unitid = unit;
  gptr.addr_or_offs.offset = static_cast<std::uint64_t>(offset);
  return gptr;
}

std::ptrdiff_t distance_across_units(dart_gptr_t first, dart_gptr_t last)
{
  auto distance = static_cast<std::ptrdiff_t>(last.addr_or_offs.offset) -
                  static_cast<std::ptrdiff_t>(first.addr_or_offs.offset);
  for (int unit = first.unitid; unit < last.unitid; ++unit) distance += part_size(first, unit);
  for (int unit = last.unitid; unit < first.unitid; ++unit) distance -= part_size(first, unit);
  return distance;
}

std::size_t bytes_to_end_of_part(dart_gptr_t gptr)
{
  std::size_t nbytes = 0;
  CheckedAccess().result(dart_segment_size(gptr, &nbytes), "size query", gptr);
  return nbytes > gptr.addr_or_offs.offset ? nbytes - gptr.addr_or_offs.offset : 0;
}

void require_in_part(dart_gptr_t gptr, std::size_t nbytes)
{
  if (bytes_to_end_of_part(gptr) >= nbytes) return;
  const auto offset = static_cast<std::int64_t>(gptr.addr_or_offs.offset);  // may lie in front
  DASH_THROW(
      exception::OutOfRange, "a global pointer points outside of its segment: to "
                                 << nbytes << " bytes at offset " << offset << " of unit "
                                 << gptr.unitid << "'s part, which has "
                                 << part_size(gptr, gptr.unitid) << " bytes (segment " << gptr.segid
                                 << " of team " << gptr.teamid << ')');
}

}  // namespace dash::detail
