// Global pointers and memory of the C interface.

#include "api/guard.h"
#include "dash/dart/if/dart_gpu.h"
#include "transfer/target.h"
#include "types/datatype.h"

#include <algorithm>

using dart::Collective;
using dart::CollectiveCall;
using dart::guarded;
using dart::guarded_together;
using dart::Runtime;
using dart::Segment;
using dart::Team;

namespace {

[[gnu::cold]] dart_ret_t refuse_local_allocation(dart::Heap& heap, std::uint64_t bytes)
{
  const bool is_limited = bytes > heap.limit() - std::min(heap.limit(), heap.used());
  const char* const remedy =
      is_limited
          ? "raise the limit by dartrun --heap or DART_HEAP"
          : "the limit is not reached, but the GPU or the host has no memory left, or none in "
            "one piece: see what other processes take (nvidia-smi, free)";
  dart::log(
      dart::LogLevel::error,
      "dart_memalloc: %llu bytes do not fit: %llu of at most %llu bytes are in use; %s",
      (unsigned long long)bytes, (unsigned long long)heap.used(), (unsigned long long)heap.limit(),
      remedy);
  return DART_ERR_NOMEM;
}

bool is_local_memory(dart_gptr_t gptr)
{
  return gptr.teamid == DART_TEAM_ALL &&
         (gptr.segid == DART_SEGMENT_LOCAL || gptr.segid == DART_SEGMENT_LOCAL_HOST);
}

/// Whether a segment of a team is registered memory.
enum class Registered { no, yes };

/// The team of a segment of that kind.
dart_ret_t find_team(
    Runtime& rt, dart_gptr_t gptr, Registered registered, const char* function, Team** found)
{
  Team* team = rt.teams().find(gptr.teamid);
  const bool is_local = is_local_memory(gptr);
  const Segment* segment = team == nullptr || is_local ? nullptr : team->segment(gptr.segid);
  DART_REQUIRE(
      segment != nullptr && segment->registered == (registered == Registered::yes), DART_ERR_INVAL,
      "%s: team %d has no such segment %d", function, gptr.teamid, gptr.segid);
  *found = team;
  return DART_OK;
}

/// What a unit asks for; the others wait for it also where its size is none.
dart::SegmentWish wish_of(size_t nelem, dart_datatype_t dtype, const char* function)
{
  std::size_t bytes = 0;
  const bool is_valid = dart::contiguous_bytes(nelem, dtype, function, &bytes);
  return is_valid ? dart::SegmentWish{DART_OK, bytes} : dart::SegmentWish{DART_ERR_INVAL};
}

}  // namespace

extern "C" {

dart_ret_t dart_gptr_getaddr(const dart_gptr_t gptr, void** addr) DART_NOTHROW
{
  DART_REQUIRE_POINTER(addr, __func__);
  *addr = nullptr;
  return guarded(__func__, [&](Runtime& rt, const char* function) {
    dart::Target target{};
    const dart_ret_t found = dart::resolve_part(rt.teams(), gptr, function, &target);
    if (found != DART_OK) return found;
    if (target.unit.id == rt.units().me())
      *addr = rt.memory().own_address(*target.part, target.offset);
    return DART_OK;
  });
}

dart_ret_t dart_gptr_setaddr(dart_gptr_t* gptr, void* addr) DART_NOTHROW
{
  DART_REQUIRE_POINTER(gptr, __func__);
  return guarded(__func__, gptr->teamid, [&](Runtime& rt, Team& team, const char* function) {
    dart_gptr_t mine = *gptr;
    mine.unitid = static_cast<dart_unit_t>(team.me());
    dart::Target target{};
    const dart_ret_t found = dart::resolve_part(rt.teams(), mine, function, &target);
    if (found != DART_OK) return found;
    const auto place = rt.memory().place_of_own(addr);
    const std::uint64_t offset = place - target.part->owner_address;
    DART_REQUIRE(
        offset <= target.part->bytes, DART_ERR_INVAL,
        "dart_gptr_setaddr: %p is not in this unit's part of segment %d", addr, gptr->segid);
    gptr->addr_or_offs.offset = offset;
    return DART_OK;
  });
}

dart_ret_t dart_gptr_mapped(dart_gptr_t gptr, void** addr) DART_NOTHROW
{
  DART_REQUIRE_POINTER(addr, __func__);
  *addr = nullptr;
  return guarded(__func__, [&](Runtime& rt, const char* function) {
    dart::Target target{};
    const dart_ret_t found = dart::resolve_part(rt.teams(), gptr, function, &target);
    if (found != DART_OK) return found;
    if (target.part->kind == dart::MemoryKind::host && target.part->mapped != nullptr) {
      *addr = target.mapped();
    }
    return DART_OK;
  });
}

dart_ret_t dart_gptr_from_mapped(const void* addr, dart_gptr_t* gptr) DART_NOTHROW
{
  DART_REQUIRE_POINTER(gptr, __func__);
  *gptr = DART_GPTR_NULL;
  return guarded(__func__, [&](Runtime& rt, const char*) {
    *gptr = rt.pointers().gptr_of(addr);
    return DART_GPTR_ISNULL(*gptr) ? DART_ERR_NOTFOUND : DART_OK;
  });
}

dart_unit_t dart_owner_of_mapped(const void* addr) DART_NOTHROW
{
  const Runtime* rt = dart::runtime();
  return rt != nullptr ? rt->memory().owner_of(addr) : -1;
}

dart_ret_t dart_segment_size(dart_gptr_t gptr, size_t* nbytes) DART_NOTHROW
{
  DART_REQUIRE_POINTER(nbytes, __func__);
  return guarded(__func__, [&](Runtime& rt, const char* function) {
    dart::Target target{};
    const dart_ret_t found = dart::resolve_part(rt.teams(), gptr, function, &target);
    *nbytes = found == DART_OK ? target.part->bytes : 0;
    return found;
  });
}

dart_ret_t dart_gptr_getflags(dart_gptr_t gptr, uint16_t* flags) DART_NOTHROW
{
  DART_REQUIRE_POINTER(flags, __func__);
  return guarded(__func__, [&](Runtime& rt, const char* function) {
    Segment* segment = dart::find_segment(rt.teams(), gptr, function);
    if (segment == nullptr) return DART_ERR_INVAL;
    *flags = segment->flags;
    return DART_OK;
  });
}

dart_ret_t dart_gptr_setflags(dart_gptr_t* gptr, uint16_t flags) DART_NOTHROW
{
  DART_REQUIRE_POINTER(gptr, __func__);
  return guarded(__func__, [&](Runtime& rt, const char* function) {
    Segment* segment = dart::find_segment(rt.teams(), *gptr, function);
    if (segment == nullptr) return DART_ERR_INVAL;
    segment->flags = flags;
    gptr->flags = flags & 0xff;
    return DART_OK;
  });
}

dart_ret_t dart_memalloc(size_t nelem, dart_datatype_t dtype, dart_gptr_t* gptr) DART_NOTHROW
{
  return dart_memalloc_in(DART_MEMORY_UNIT, nelem, dtype, gptr);
}

dart_ret_t dart_memalloc_in(
    dart_memory_t memory, size_t nelem, dart_datatype_t dtype, dart_gptr_t* gptr) DART_NOTHROW
{
  constexpr const char* name = "dart_memalloc";
  DART_REQUIRE_POINTER(gptr, name);
  *gptr = DART_GPTR_NULL;
  return guarded(name, [=](Runtime& rt, const char* function) {
    std::size_t bytes = 0;
    if (!dart::contiguous_bytes(nelem, dtype, function, &bytes)) return DART_ERR_INVAL;
    dart::Heap& heap = rt.memory().heap(memory);
    const auto offset = heap.allocate(bytes);
    if (!offset) [[unlikely]]
      return refuse_local_allocation(heap, bytes);
    *gptr = {
        .unitid = rt.units().me(),
        .flags = 0,
        .segid = rt.memory().heap_segment(memory),
        .teamid = DART_TEAM_ALL,
        .addr_or_offs = {.offset = *offset}};
    return DART_OK;
  });
}

dart_ret_t dart_memory_in_use(dart_memory_t memory, size_t* nbytes) DART_NOTHROW
{
  DART_REQUIRE_POINTER(nbytes, __func__);
  *nbytes = 0;
  return guarded(__func__, [=](Runtime& rt, const char*) {
    *nbytes = rt.memory().heap(memory).used();
    return DART_OK;
  });
}

dart_ret_t dart_memfree(dart_gptr_t gptr) DART_NOTHROW
{
  if (DART_GPTR_ISNULL(gptr)) return DART_OK;
  return guarded(__func__, [=](Runtime& rt, const char*) {
    DART_REQUIRE(
        is_local_memory(gptr), DART_ERR_INVAL,
        "dart_memfree: segment %d of team %d is no memory of dart_memalloc", gptr.segid,
        gptr.teamid);
    DART_REQUIRE(
        gptr.unitid == rt.units().me(), DART_ERR_INVAL,
        "dart_memfree: the memory belongs to unit %d, which has to free it", gptr.unitid);
    DART_REQUIRE(
        rt.memory()
            .heap(gptr.segid == DART_SEGMENT_LOCAL ? DART_MEMORY_UNIT : DART_MEMORY_HOST)
            .free(gptr.addr_or_offs.offset),
        DART_ERR_INVAL, "dart_memfree: no allocation starts at offset %llu (freed twice?)",
        (unsigned long long)gptr.addr_or_offs.offset);
    return DART_OK;
  });
}

dart_ret_t dart_team_memalloc_aligned(
    dart_team_t team, size_t nelem, dart_datatype_t dtype, dart_gptr_t* gptr) DART_NOTHROW
{
  return dart_team_memalloc_aligned_in(DART_MEMORY_UNIT, team, nelem, dtype, gptr);
}

dart_ret_t dart_team_memalloc_aligned_in(
    dart_memory_t memory, dart_team_t teamid, size_t nelem, dart_datatype_t dtype,
    dart_gptr_t* gptr) DART_NOTHROW
{
  return dart_team_memalloc_agreed(memory, teamid, nelem, dtype, nullptr, gptr);
}

dart_ret_t dart_team_memalloc_agreed(
    dart_memory_t memory, dart_team_t teamid, size_t nelem, dart_datatype_t dtype,
    const dart_agreement_t* agreement, dart_gptr_t* gptr) DART_NOTHROW
{
  constexpr const char* name = "dart_team_memalloc_aligned";
  DART_REQUIRE_POINTER(gptr, name);
  *gptr = DART_GPTR_NULL;
  return guarded_together(name, teamid, [&](Runtime& rt, Team& team, const char* function) {
    team.board().begin(CollectiveCall::with_number(Collective::memalloc, memory));
    dart::SegmentWish wish = wish_of(nelem, dtype, function);
    wish.agreement = agreement;
    return rt.segments().allocate(team, memory, wish, gptr, function);
  });
}

dart_ret_t dart_team_memfree(dart_gptr_t gptr) DART_NOTHROW
{
  if (DART_GPTR_ISNULL(gptr)) return DART_OK;
  return guarded_together(__func__, gptr.teamid, [&](Runtime& rt, Team&, const char* function) {
    Team* team = nullptr;
    const dart_ret_t found = find_team(rt, gptr, Registered::no, function, &team);
    if (found != DART_OK) return found;
    team->board().begin(CollectiveCall::with_number(Collective::memfree, gptr.segid));
    rt.segments().free(*team, gptr.segid);
    return DART_OK;
  });
}

dart_ret_t dart_team_memregister(
    dart_team_t teamid, size_t nlelem, dart_datatype_t dtype, void* addr,
    dart_gptr_t* gptr) DART_NOTHROW
{
  DART_REQUIRE_POINTER(gptr, __func__);
  *gptr = DART_GPTR_NULL;
  return guarded_together(__func__, teamid, [&](Runtime& rt, Team& team, const char* function) {
    team.board().begin(CollectiveCall(Collective::memregister));
    return rt.segments().add_registered(
        team, wish_of(nlelem, dtype, function), addr, gptr, function);
  });
}

dart_ret_t dart_team_memregister_aligned(
    dart_team_t teamid, size_t nelem, dart_datatype_t dtype, void* addr,
    dart_gptr_t* gptr) DART_NOTHROW
{
  DART_REQUIRE_POINTER(gptr, __func__);
  *gptr = DART_GPTR_NULL;
  return guarded_together(__func__, teamid, [&](Runtime& rt, Team& team, const char* function) {
    const dart::SegmentWish wish = wish_of(nelem, dtype, function);
    team.board().begin(
        CollectiveCall::with_data(Collective::memregister_aligned, wish.bytes, DART_TYPE_BYTE));
    return rt.segments().add_registered(team, wish, addr, gptr, function);
  });
}

dart_ret_t dart_team_memderegister(dart_gptr_t gptr) DART_NOTHROW
{
  if (DART_GPTR_ISNULL(gptr)) return DART_OK;
  return guarded_together(__func__, gptr.teamid, [&](Runtime& rt, Team&, const char* function) {
    Team* team = nullptr;
    const dart_ret_t found = find_team(rt, gptr, Registered::yes, function, &team);
    if (found != DART_OK) return found;
    team->board().begin(CollectiveCall::with_number(Collective::memderegister, gptr.segid));
    rt.segments().remove_registered(*team, gptr.segid);
    return DART_OK;
  });
}

}  // extern "C"
