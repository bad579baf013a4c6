#include <dash/detail/memory/TeamSegment.h>

#include <dash/Exception.h>
#include <dash/Init.h>
#include <dash/Team.h>
#include <dash/detail/base/CheckResult.h>
#include <dash/detail/memory/AccessError.h>
#include <dash/detail/memory/GlobalPointer.h>
#include <dash/detail/team/Unwinding.h>

#include <cstddef>
#include <sstream>
#include <utility>

namespace dash::detail {

TeamSegment::TeamSegment(TeamSegment&& other) noexcept
    : gptr_(std::exchange(other.gptr_, DART_GPTR_NULL)),
      local_(std::exchange(other.local_, nullptr)),
      bases_(std::exchange(other.bases_, {}))
{}

TeamSegment& TeamSegment::operator=(TeamSegment&& other) noexcept
{
  std::swap(gptr_, other.gptr_);
  std::swap(local_, other.local_);
  std::swap(bases_, other.bases_);
  return *this;
}

void TeamSegment::allocate(
    const Team& team, std::size_t nbytes, dart_memory_t memory, const dart_agreement_t* agreement)
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
  const FailureReasons reasons;
  const auto ret =
      dart_team_memalloc_agreed(memory, team.dart_id(), nbytes, DART_TYPE_BYTE, agreement, &gptr_);
  if (ret == DART_ERR_INVAL) {
    DASH_THROW(
        dash::exception::InvalidArgument,
        "the units of team " << team.dart_id() << " do not agree in a call that allocates memory"
                             << reasons.take());
  }
  if (ret == DART_ERR_NOMEM) {
    // All units of a team get this error if one of them has no memory left.
    std::ostringstream text;
    text << "no global memory left for " << nbytes << " bytes of this unit in team "
         << team.dart_id() << "; free containers or raise the limit of the machine"
         << reasons.take();
    throw_together<exception::RuntimeError>(team, text.str());
  }
  check_result(ret, "dart_team_memalloc_aligned");
  bases_.resize(team.size());
  for (std::size_t unit = 0; unit < bases_.size(); ++unit) {
    bases_[unit] = static_cast<std::byte*>(mapped_address(gptr(static_cast<dart_unit_t>(unit))));
  }
  local_ = static_cast<std::byte*>(local_address(gptr(team.myid().id)));
}

void TeamSegment::deallocate()
{
  if (!is_allocated()) return;
  const auto gptr = std::exchange(gptr_, DART_GPTR_NULL);
  local_ = nullptr;
  bases_.clear();
  deallocate(gptr);
}

void TeamSegment::deallocate(dart_gptr_t start)
{
  if (DART_GPTR_ISNULL(start) || !dash::is_initialized()) return;
  CheckedAccess().result(dart_team_memfree(start), "release", start);
}

dart_gptr_t TeamSegment::gptr(dart_unit_t unit, std::size_t offset) const noexcept
{
  auto gptr = gptr_;
  if (DART_GPTR_ISNULL(gptr)) return gptr;
  gptr.unitid = unit;
  gptr.addr_or_offs.offset += offset;
  return gptr;
}

std::size_t TeamSegment::size(dart_unit_t unit) const
{
  if (!is_allocated()) return 0;
  std::size_t nbytes = 0;
  CheckedAccess().result(dart_segment_size(gptr(unit), &nbytes), "size query", gptr(unit));
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

}  // namespace dash::detail
