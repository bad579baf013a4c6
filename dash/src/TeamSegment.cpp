#include <dash/internal/TeamSegment.h>

#include <dash/Exception.h>
#include <dash/Init.h>
#include <dash/Team.h>
#include <dash/internal/GlobalAccess.h>

#include <cstddef>
#include <utility>

namespace dash::internal {

TeamSegment::TeamSegment(TeamSegment&& other) noexcept
  : _gptr(std::exchange(other._gptr, DART_GPTR_NULL)),
    _local(std::exchange(other._local, nullptr)),
    _bases(std::exchange(other._bases, {}))
{}

TeamSegment& TeamSegment::operator=(TeamSegment&& other) noexcept
{
  std::swap(_gptr, other._gptr);
  std::swap(_local, other._local);
  std::swap(_bases, other._bases);
  return *this;
}

void TeamSegment::allocate(const Team& team, std::size_t nbytes, dart_memory_t memory)
{
  if (!dash::is_initialized()) {
    DASH_THROW(
        dash::exception::RuntimeError,
        "global memory asked for while DASH is not running; call dash::init first");
  }
  if (team.is_null()) {
    DASH_THROW(
        dash::exception::InvalidArgument,
        "global memory asked for on the null team; pass the team of the units that take part");
  }
  if (is_allocated()) {
    DASH_THROW(
        dash::exception::RuntimeError,
        "global memory asked for a second time in one place; deallocate the first one before");
  }
  const auto ret =
      dart_team_memalloc_aligned_in(memory, team.dart_id(), nbytes, DART_TYPE_BYTE, &_gptr);
  if (ret != DART_OK) {
    DASH_THROW(
        dash::exception::RuntimeError,
        "no global memory left for " << nbytes << " bytes of this unit in team " << team.dart_id()
                                     << "; free containers or raise the limit of the machine");
  }
  _bases.resize(team.size());
  for (std::size_t unit = 0; unit < _bases.size(); ++unit) {
    _bases[unit] = static_cast<std::byte*>(mapped_address(gptr(static_cast<dart_unit_t>(unit))));
  }
  _local = static_cast<std::byte*>(local_address(gptr(team.myid().id)));
}

void TeamSegment::deallocate()
{
  if (!is_allocated()) return;
  const auto gptr = std::exchange(_gptr, DART_GPTR_NULL);
  _local = nullptr;
  _bases.clear();
  if (!dash::is_initialized()) return;
  check_access(dart_team_memfree(gptr), "release", gptr);
}

dart_gptr_t TeamSegment::gptr(dart_unit_t unit, std::size_t offset) const noexcept
{
  auto gptr = _gptr;
  if (DART_GPTR_ISNULL(gptr)) return gptr;
  gptr.unitid = unit;
  gptr.addr_or_offs.offset += offset;
  return gptr;
}

std::size_t TeamSegment::size(dart_unit_t unit) const
{
  if (!is_allocated()) return 0;
  std::size_t nbytes = 0;
  check_access(dart_segment_size(gptr(unit), &nbytes), "size query", gptr(unit));
  return nbytes;
}

std::size_t TeamSegment::size() const
{
  std::size_t nbytes = 0;
  for (std::size_t unit = 0; unit < num_units(); ++unit) {
    nbytes += size(static_cast<dart_unit_t>(unit));
  }
  return nbytes;
}

}  // namespace dash::internal
