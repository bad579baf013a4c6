// Global pointers and memory of the C interface.

#include <algorithm>
#include <cstring>

#include "board.h"
#include "dash/dart/if/dart_communication.h"
#include "datatype.h"
#include "runtime.h"
#include "target.h"

using dart::Board;
using dart::Runtime;
using dart::Segment;
using dart::Team;

namespace {

constexpr std::uint64_t no_offset = ~std::uint64_t(0);

/// What units tell each other when they allocate or register memory.
struct Wish {
  std::uint64_t bytes;
  std::uint64_t address;  // of registered memory
  bool granted;           // the size is valid, and the unit's own limit allows it
};

/// Unit 0 of the team allocates symmetric memory for all.
std::uint64_t allocate_symmetric(Runtime& rt, Board& board, std::uint64_t bytes)
{
  return board.from_one(0, [&] {
    std::lock_guard guard(rt.control().symmetric_lock);
    return rt.control().symmetric.allocate(bytes).value_or(no_offset);
  });
}

/// Unit 0 of the team frees it.
void free_symmetric(Runtime& rt, const Team& team, std::uint64_t offset)
{
  if (team.me() != 0) return;
  std::lock_guard guard(rt.control().symmetric_lock);
  rt.control().symmetric.free(offset);
}

dart_gptr_t start_of(const Team& team, std::int16_t segment)
{
  dart_gptr_t gptr = DART_GPTR_NULL;
  gptr.unitid = 0;
  gptr.segid = segment;
  gptr.teamid = team.id();
  return gptr;
}

std::unique_ptr<Segment> make_symmetric_segment(
    Runtime& rt, const Team& team, const std::vector<Wish>& wishes, std::uint64_t largest,
    std::uint64_t offset)
{
  auto segment = std::make_unique<Segment>();
  segment->symmetric_offset = offset;
  segment->block_bytes = rt.control().symmetric.rounded(largest);
  segment->parts.reserve(team.size());
  for (std::uint32_t unit = 0; unit < team.size(); ++unit) {
    std::byte* address = rt.host_space().slot(team.global_id(unit)) + offset;
    segment->parts.push_back(
        {wishes[unit].bytes, address, reinterpret_cast<std::uint64_t>(address)});
  }
  return segment;
}

dart_ret_t refuse_allocation(Runtime& rt, std::uint64_t bytes, std::uint64_t largest, bool granted)
{
  dart::log(
      dart::LogLevel::error,
      "dart_team_memalloc_aligned: no memory for %llu bytes on this unit (%llu on the largest): %s; "
      "%llu of at most %llu bytes are in use here, dartrun --heap or DART_HEAP sets the limit",
      (unsigned long long)bytes, (unsigned long long)largest,
      granted ? "another unit's limit or the range of addresses is reached"
              : "the limit of this unit is reached",
      (unsigned long long)rt.heap().used(), (unsigned long long)rt.heap().limit());
  return DART_ERR_NOMEM;
}

/// \param valid false: this unit's size is none, but the others wait for it
dart_ret_t allocate_aligned(
    Runtime& rt, Team& team, bool valid, std::uint64_t bytes, dart_gptr_t* gptr)
{
  const bool granted = valid && rt.heap().charge(bytes);
  const auto wishes = team.board().from_all(Wish{bytes, 0, granted});
  std::uint64_t largest = 0;
  bool all_granted = true;
  for (const Wish& wish : wishes) {
    largest = std::max(largest, wish.bytes);
    all_granted = all_granted && wish.granted;
  }
  const std::uint64_t offset =
      all_granted ? allocate_symmetric(rt, team.board(), largest) : no_offset;
  const std::int16_t id =
      offset == no_offset
          ? 0
          : team.add_segment(make_symmetric_segment(rt, team, wishes, largest, offset));
  if (id != 0) {
    rt.note_symmetric_block(offset, largest, team.id(), id);
    *gptr = start_of(team, id);
    return DART_OK;
  }
  if (granted) rt.heap().discharge(bytes);
  if (!valid) return DART_ERR_INVAL;
  if (offset == no_offset) return refuse_allocation(rt, bytes, largest, granted);
  free_symmetric(rt, team, offset);
  dart::log(
      dart::LogLevel::error, "team %d: all segment ids are in use (limit 32767)", team.id());
  return DART_ERR_NOMEM;
}

dart_ret_t register_memory(
    Runtime& rt, Team& team, bool valid, std::uint64_t bytes, void* address, dart_gptr_t* gptr)
{
  const auto wishes =
      team.board().from_all(Wish{bytes, reinterpret_cast<std::uint64_t>(address), valid});
  const bool all_valid =
      std::all_of(wishes.begin(), wishes.end(), [](const Wish& wish) { return wish.granted; });
  DART_REQUIRE(
      all_valid, DART_ERR_INVAL, "dart_team_memregister: the size is invalid on %s unit",
      valid ? "another" : "this");
  auto segment = std::make_unique<Segment>();
  segment->registered = true;
  for (std::uint32_t unit = 0; unit < team.size(); ++unit) {
    auto* place = reinterpret_cast<std::byte*>(wishes[unit].address);
    const bool shared = rt.arena().contains(place);
    const bool reachable = shared || unit == team.me();
    segment->parts.push_back(
        {wishes[unit].bytes, reachable ? place : nullptr, wishes[unit].address, shared});
  }
  const std::int16_t id = team.add_segment(std::move(segment));
  DART_REQUIRE(id != 0, DART_ERR_NOMEM, "team %d: too many segments (limit 32767)", team.id());
  *gptr = start_of(team, id);
  return DART_OK;
}

/// Ends the life of a segment; collective.
dart_ret_t remove_segment(dart_gptr_t gptr, bool registered, const char* function)
{
  if (DART_GPTR_ISNULL(gptr)) return DART_OK;
  DART_RUNTIME(rt, function);
  Team* team = rt.team(gptr.teamid);
  Segment* found = team == nullptr || gptr.segid == 0 ? nullptr : team->segment(gptr.segid);
  DART_REQUIRE(
      found != nullptr && found->registered == registered, DART_ERR_INVAL,
      "%s: team %d has no such segment %d", function, gptr.teamid, gptr.segid);
  const auto segment = team->remove_segment(gptr.segid);
  const std::uint64_t offset = segment->symmetric_offset;
  // Before others can get the block and note it as theirs.
  if (!registered) rt.forget_symmetric_block(offset);
  // Nobody may use the memory of units that have left the call already.
  dart_barrier(gptr.teamid);
  if (registered) return DART_OK;
  rt.heap().discharge(segment->parts[team->me()].bytes);
  if (segment->block_bytes >= dart::release_bytes) {
    rt.host_space().release(offset, segment->block_bytes);
    dart_barrier(gptr.teamid);  // before the block may be allocated again
  }
  free_symmetric(rt, *team, offset);
  return DART_OK;
}

}  // namespace

extern "C" {

dart_ret_t dart_gptr_getaddr(const dart_gptr_t gptr, void** addr) DART_NOTHROW
{
  DART_REQUIRE(addr != nullptr, DART_ERR_INVAL, "dart_gptr_getaddr: addr is null");
  *addr = nullptr;
  DART_RUNTIME(rt, __func__);
  dart::Target target{};
  const dart_ret_t found = dart::resolve_part(rt, gptr, __func__, &target);
  if (found != DART_OK) return found;
  if (target.unit.id == rt.unit()) *addr = target.part->mapped + gptr.addr_or_offs.offset;
  return DART_OK;
}

dart_ret_t dart_gptr_setaddr(dart_gptr_t* gptr, void* addr) DART_NOTHROW
{
  DART_REQUIRE(gptr != nullptr, DART_ERR_INVAL, "dart_gptr_setaddr: gptr is null");
  DART_RUNTIME(rt, __func__);
  DART_TEAM(team, rt, gptr->teamid);
  dart_gptr_t mine = *gptr;
  mine.unitid = static_cast<dart_unit_t>(team.me());
  dart::Target target{};
  const dart_ret_t found = dart::resolve_part(rt, mine, __func__, &target);
  if (found != DART_OK) return found;
  const auto offset = static_cast<std::uint64_t>(static_cast<std::byte*>(addr) - target.part->mapped);
  DART_REQUIRE(
      offset <= target.part->bytes, DART_ERR_INVAL,
      "dart_gptr_setaddr: %p is not in this unit's part of segment %d", addr, gptr->segid);
  gptr->addr_or_offs.offset = offset;
  return DART_OK;
}

dart_ret_t dart_gptr_mapped(dart_gptr_t gptr, void** addr) DART_NOTHROW
{
  DART_REQUIRE(addr != nullptr, DART_ERR_INVAL, "dart_gptr_mapped: addr is null");
  *addr = nullptr;
  DART_RUNTIME(rt, __func__);
  dart::Target target{};
  const dart_ret_t found = dart::resolve_part(rt, gptr, __func__, &target);
  if (found != DART_OK) return found;
  if (target.part->mapped != nullptr && target.part->shared) {
    *addr = target.part->mapped + gptr.addr_or_offs.offset;
  }
  return DART_OK;
}

dart_ret_t dart_gptr_from_mapped(const void* addr, dart_gptr_t* gptr) DART_NOTHROW
{
  DART_REQUIRE(gptr != nullptr, DART_ERR_INVAL, "dart_gptr_from_mapped: gptr is null");
  *gptr = DART_GPTR_NULL;
  DART_RUNTIME(rt, __func__);
  *gptr = rt.gptr_of(addr);
  return DART_GPTR_ISNULL(*gptr) ? DART_ERR_NOTFOUND : DART_OK;
}

dart_unit_t dart_owner_of_mapped(const void* addr) DART_NOTHROW
{
  const Runtime* rt = dart::runtime();
  return rt != nullptr && rt->arena().contains(addr) ? rt->arena().unit_of(addr) : -1;
}

dart_ret_t dart_segment_size(dart_gptr_t gptr, size_t* nbytes) DART_NOTHROW
{
  DART_REQUIRE(nbytes != nullptr, DART_ERR_INVAL, "dart_segment_size: nbytes is null");
  DART_RUNTIME(rt, __func__);
  dart::Target target{};
  const dart_ret_t found = dart::resolve_part(rt, gptr, __func__, &target);
  *nbytes = found == DART_OK ? target.part->bytes : 0;
  return found;
}

dart_ret_t dart_gptr_getflags(dart_gptr_t gptr, uint16_t* flags) DART_NOTHROW
{
  DART_REQUIRE(flags != nullptr, DART_ERR_INVAL, "dart_gptr_getflags: flags is null");
  DART_RUNTIME(rt, __func__);
  Segment* segment = dart::find_segment(rt, gptr, __func__);
  if (segment == nullptr) return DART_ERR_INVAL;
  *flags = segment->flags;
  return DART_OK;
}

dart_ret_t dart_gptr_setflags(dart_gptr_t* gptr, uint16_t flags) DART_NOTHROW
{
  DART_REQUIRE(gptr != nullptr, DART_ERR_INVAL, "dart_gptr_setflags: gptr is null");
  DART_RUNTIME(rt, __func__);
  Segment* segment = dart::find_segment(rt, *gptr, __func__);
  if (segment == nullptr) return DART_ERR_INVAL;
  segment->flags = flags;
  gptr->flags = flags & 0xff;
  return DART_OK;
}

dart_ret_t dart_memalloc(size_t nelem, dart_datatype_t dtype, dart_gptr_t* gptr) DART_NOTHROW
{
  DART_REQUIRE(gptr != nullptr, DART_ERR_INVAL, "dart_memalloc: gptr is null");
  *gptr = DART_GPTR_NULL;
  DART_RUNTIME(rt, __func__);
  std::size_t bytes = 0;
  if (!dart::contiguous_bytes(nelem, dtype, __func__, &bytes)) return DART_ERR_INVAL;
  const auto offset = rt.heap().allocate(bytes);
  if (!offset) [[unlikely]] {
    dart::log(
        dart::LogLevel::error,
        "dart_memalloc: %zu bytes do not fit: %llu of at most %llu bytes are in use; raise the "
        "limit by dartrun --heap or DART_HEAP", bytes, (unsigned long long)rt.heap().used(),
        (unsigned long long)rt.heap().limit());
    return DART_ERR_NOMEM;
  }
  gptr->unitid = rt.unit();
  gptr->teamid = DART_TEAM_ALL;
  gptr->addr_or_offs.offset = *offset;
  return DART_OK;
}

dart_ret_t dart_memfree(dart_gptr_t gptr) DART_NOTHROW
{
  if (DART_GPTR_ISNULL(gptr)) return DART_OK;
  DART_RUNTIME(rt, __func__);
  DART_REQUIRE(
      gptr.segid == DART_SEGMENT_LOCAL && gptr.teamid == DART_TEAM_ALL, DART_ERR_INVAL,
      "dart_memfree: segment %d of team %d is no memory of dart_memalloc", gptr.segid, gptr.teamid);
  DART_REQUIRE(
      gptr.unitid == rt.unit(), DART_ERR_INVAL,
      "dart_memfree: the memory belongs to unit %d, which has to free it", gptr.unitid);
  DART_REQUIRE(
      rt.heap().free(gptr.addr_or_offs.offset), DART_ERR_INVAL,
      "dart_memfree: no allocation starts at offset %llu (freed twice?)",
      (unsigned long long)gptr.addr_or_offs.offset);
  return DART_OK;
}

dart_ret_t dart_team_memalloc_aligned(
    dart_team_t teamid, size_t nelem, dart_datatype_t dtype, dart_gptr_t* gptr) DART_NOTHROW
{
  DART_REQUIRE(gptr != nullptr, DART_ERR_INVAL, "dart_team_memalloc_aligned: gptr is null");
  *gptr = DART_GPTR_NULL;
  DART_RUNTIME(rt, __func__);
  DART_TEAM(team, rt, teamid);
  std::size_t bytes = 0;
  const bool valid = dart::contiguous_bytes(nelem, dtype, __func__, &bytes);
  return allocate_aligned(rt, team, valid, valid ? bytes : 0, gptr);
}

dart_ret_t dart_team_memfree(dart_gptr_t gptr) DART_NOTHROW
{
  return remove_segment(gptr, false, __func__);
}

dart_ret_t dart_team_memregister(
    dart_team_t teamid, size_t nlelem, dart_datatype_t dtype, void* addr,
    dart_gptr_t* gptr) DART_NOTHROW
{
  DART_REQUIRE(gptr != nullptr, DART_ERR_INVAL, "dart_team_memregister: gptr is null");
  *gptr = DART_GPTR_NULL;
  DART_RUNTIME(rt, __func__);
  DART_TEAM(team, rt, teamid);
  std::size_t bytes = 0;
  const bool valid = dart::contiguous_bytes(nlelem, dtype, __func__, &bytes);
  return register_memory(rt, team, valid, valid ? bytes : 0, addr, gptr);
}

dart_ret_t dart_team_memregister_aligned(
    dart_team_t teamid, size_t nelem, dart_datatype_t dtype, void* addr,
    dart_gptr_t* gptr) DART_NOTHROW
{
  return dart_team_memregister(teamid, nelem, dtype, addr, gptr);
}

dart_ret_t dart_team_memderegister(dart_gptr_t gptr) DART_NOTHROW
{
  return remove_segment(gptr, true, __func__);
}

}  // extern "C"
