// Global pointers and memory of the C interface.

#include <algorithm>
#include <cstring>

#include "api/guard.h"
#include "api/segments.h"
#include "dash/dart/if/dart_communication.h"
#include "runtime/runtime.h"
#include "team/board.h"
#include "transfer/datatype.h"
#include "transfer/target.h"

using dart::Board;
using dart::guarded;
using dart::refuse_without_memory;
using dart::Runtime;
using dart::Segment;
using dart::Team;

namespace {

constexpr std::uint64_t no_offset = ~std::uint64_t(0);

/// What units exchange when they allocate or register memory.
struct Wish {
  std::uint64_t bytes;
  std::uint64_t address;   // address of registered memory
  Segment::Memory memory;  // kind of the registered memory
  dart_ret_t able;         // whether the unit can take part and is within its own limit
};

/// One unit of each host allocates symmetric memory for all units of the team there.
std::uint64_t allocate_symmetric(Runtime& rt, Board& board, std::uint64_t bytes)
{
  return board.from_leader([&] {
    std::lock_guard guard(rt.control().symmetric_lock);
    return rt.control().symmetric.allocate(bytes).value_or(no_offset);
  });
}

/// The same unit frees it.
void free_symmetric(Runtime& rt, const Board& board, std::uint64_t offset)
{
  if (offset == no_offset || !board.is_leader()) return;
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

/// The part of a unit in symmetric memory.
struct Grant {
  std::uint64_t address;  ///< address in the unit's process
  bool committed;         ///< whether the unit's part is committed
};

/// Commits the calling unit's part.
bool commit_part(Runtime& rt, dart_memory_t memory, std::uint64_t offset, std::uint64_t bytes)
{
  if (offset == no_offset) return false;
  const bool has_it =
      rt.calls() == nullptr && rt.memory_at(rt.unit(), memory) == Segment::Memory::host;
  return has_it || bytes == 0 || rt.heap(memory).commit(offset, bytes);
}

/// Charges bytes of global memory to a unit's account; the destructor reverts this unless keep()
/// was called.
class Charge {
 public:
  Charge(dart::Heap& account, std::uint64_t bytes)
      : account_(account),
        bytes_(bytes),
        is_granted_(account.charge(bytes))
  {}
  ~Charge()
  {
    if (is_granted_ && !is_kept_) account_.discharge(bytes_);
  }
  Charge(const Charge&) = delete;
  Charge& operator=(const Charge&) = delete;

  bool is_granted() const { return is_granted_; }
  void keep() { is_kept_ = true; }

 private:
  dart::Heap& account_;
  std::uint64_t bytes_;
  bool is_granted_, is_kept_ = false;
};

/// A segment that is being created, with all memory of this process that it needs.
struct NewSegment {
  std::unique_ptr<Segment> segment;
  Runtime::BlockNote note;

  dart_ret_t prepare(Team& team, bool registered)
  {
    return dart::prepared([&] {
      auto made = std::make_unique<Segment>();
      made->registered = registered;
      made->parts.resize(team.size());
      if (!registered) note = Runtime::prepare_block_note();
      team.prepare_to_add_segment(registered);
      segment = std::move(made);
      return DART_OK;
    });
  }
};

/// Determines the addresses of all parts and commits the calling unit's part. Collective if a unit
/// cannot compute the addresses, or if committing memory may fail.
/// \return whether all parts are committed
bool place_parts(
    Runtime& rt, Team& team, dart_memory_t memory, std::uint64_t offset, Segment& segment)
{
  const std::uint64_t bytes = segment.parts[team.me()].bytes;
  bool all_committed = commit_part(rt, memory, offset, bytes);
  const auto place = [&](std::uint32_t unit, const Grant& grant) {
    const dart_unit_t id = team.global_id(unit);
    Segment::Part& part = segment.parts[unit];
    part = rt.make_part(id, rt.memory_at(id, memory), grant.address, part.bytes);
    all_committed = all_committed && grant.committed;
  };
  const auto address_at = [&](dart_unit_t unit) {
    return rt.slot_address(unit, rt.memory_at(unit, memory), offset);
  };
  bool all_certain = rt.calls() == nullptr;
  for (std::uint32_t unit = 0; all_certain && unit < team.size(); ++unit) {
    all_certain = rt.memory_at(team.global_id(unit), memory) == Segment::Memory::host;
  }
  if (!all_certain) {
    team.board().exchange(Grant{address_at(rt.unit()), all_committed}, place);
    return all_committed;
  }
  for (std::uint32_t unit = 0; unit < team.size(); ++unit) {
    place(unit, {address_at(team.global_id(unit)), all_committed});
  }
  return all_committed;
}

/// Releases the memory of large blocks when no unit uses it any more. Collective.
void release_parts(Runtime& rt, Team& team, const Segment& segment)
{
  if (segment.block_bytes < dart::release_bytes) return;
  const std::uint64_t offset = segment.symmetric_offset;
  const bool has_range = offset != no_offset;
  if (has_range && rt.devices() != nullptr) {
    for (std::uint32_t unit = 0; unit < team.size(); ++unit) {
      const dart_unit_t id = team.global_id(unit);
      if (!rt.hosts().is_here(id)) continue;
      const Segment::Part& part = segment.parts[unit];
      if (part.memory == Segment::Memory::device) {
        rt.devices()->forget(rt.hosts().index_of(id), offset, segment.block_bytes);
      } else {
        rt.devices()->forget_host(part.mapped, segment.block_bytes);
      }
    }
  }
  // All units of the host have forgotten it; hosts may differ in whether there is something to
  // forget.
  dart_barrier(team.id());
  if (has_range) rt.space(segment.parts[team.me()].memory).release(offset, segment.block_bytes);
  dart_barrier(team.id());  // before the block may be allocated again
}

dart_ret_t refuse_allocation(
    dart::Heap& account, std::uint64_t bytes, std::uint64_t largest, const char* reason)
{
  dart::log(
      dart::LogLevel::error,
      "dart_team_memalloc_aligned: no memory for %llu bytes on this unit (%llu on the largest): "
      "%s; "
      "%llu of at most %llu bytes are in use here, dartrun --heap or DART_HEAP sets the limit",
      (unsigned long long)bytes, (unsigned long long)largest, reason,
      (unsigned long long)account.used(), (unsigned long long)account.limit());
  return DART_ERR_NOMEM;
}

/// The reason why an allocation has failed although all units were granted theirs.
const char* reason_to_refuse(bool has_range, std::uint64_t offset)
{
  return has_range && offset != no_offset
             ? "a GPU of the team has no memory left, or an adapter registers none"
             : "another unit's limit or memory, or the range of addresses, is exhausted";
}

}  // namespace

dart_ret_t dart::allocate_segment(
    Runtime& rt, Team& team, dart_memory_t memory, dart_ret_t able, std::uint64_t bytes,
    dart_gptr_t* gptr, const char* function)
{
  NewSegment made;
  if (able == DART_OK) able = made.prepare(team, false);
  dart::Heap& account = rt.heap(memory);
  Charge charge(account, able == DART_OK ? bytes : 0);
  const bool granted = able == DART_OK && charge.is_granted();
  std::uint64_t largest = 0;
  bool all_granted = true;
  team.board().exchange(
      Wish{bytes, 0, Segment::Memory::host, granted ? DART_OK : DART_ERR_NOMEM},
      [&](std::uint32_t unit, const Wish& wish) {
        largest = std::max(largest, wish.bytes);
        all_granted = all_granted && wish.able == DART_OK;
        if (made.segment != nullptr) made.segment->parts[unit].bytes = wish.bytes;
      });
  if (able == DART_ERR_NOMEM) return refuse_without_memory(function);
  if (able != DART_OK) return able;
  const std::uint64_t offset =
      all_granted ? allocate_symmetric(rt, team.board(), largest) : no_offset;
  // Another host may have found a range.
  const bool has_range = all_granted && (offset != no_offset || rt.calls() != nullptr);
  bool committed = false;
  if (has_range) {
    Segment& segment = *made.segment;
    segment.choice = memory;
    segment.symmetric_offset = offset;
    segment.block_bytes = rt.control().symmetric.rounded(largest);
    committed = place_parts(rt, team, memory, offset, segment);
    // Units that have committed their part release it.
    if (!committed) release_parts(rt, team, segment);
    const std::int16_t id = committed ? team.add_segment(std::move(made.segment)) : 0;
    if (id != 0) {
      rt.note_symmetric_block(std::move(made.note), offset, {largest, team.id(), id});
      charge.keep();
      *gptr = start_of(team, id);
      return DART_OK;
    }
    free_symmetric(rt, team.board(), offset);
  }
  if (!granted)
    return refuse_allocation(account, bytes, largest, "the limit of this unit is reached");
  if (!committed) {
    return refuse_allocation(account, bytes, largest, reason_to_refuse(has_range, offset));
  }
  dart::log(dart::LogLevel::error, "team %d: all segment ids are in use (limit 32766)", team.id());
  return DART_ERR_NOMEM;
}

namespace {

/// Place of own memory: the address in the arena if it is memory of the arena.
std::uint64_t place_of_own(Runtime& rt, void* address)
{
  const auto place = rt.devices() == nullptr ? std::nullopt : rt.devices()->place_of(address);
  const void* own = place ? rt.arena().device_slot(place->unit) + place->offset : address;
  return reinterpret_cast<std::uint64_t>(own);
}

/// Kind of the memory at an address of this process.
Segment::Memory memory_of(const Runtime& rt, std::uint64_t address)
{
  const auto* place = reinterpret_cast<const std::byte*>(address);
  if (rt.arena().is_device_address(place)) return Segment::Memory::device;
  return rt.arena().contains(place) ? Segment::Memory::host : Segment::Memory::process;
}

/// Makes memory that the unit registers accessible to other hosts; memory of the arena is
/// accessible already.
bool expose_registered(Runtime& rt, const Team& team, void* address, std::uint64_t bytes)
{
  if (team.board().between() == nullptr || bytes == 0) return true;
  return rt.exposed_process_memory().add(address, bytes) == DART_OK;
}

void conceal_registered(Runtime& rt, const Team& team, const Segment& segment)
{
  if (team.board().between() == nullptr) return;
  for (std::uint32_t unit = 0; unit < team.size(); ++unit) {
    const Segment::Part& part = segment.parts[unit];
    if (part.memory != Segment::Memory::process || part.bytes == 0) continue;
    if (unit == team.me()) {
      rt.exposed_process_memory().remove(part.mapped, part.bytes);
    } else {
      const dart_global_unit_t id(team.global_id(unit));
      rt.network_transport()->forget({id, part.owner_address}, part.bytes);
    }
  }
}

/// \param able  whether this unit can take part; the others wait for it in any case
dart_ret_t register_memory(
    Runtime& rt, Team& team, dart_ret_t able, std::uint64_t bytes, void* address, dart_gptr_t* gptr,
    const char* function)
{
  const std::uint64_t place = place_of_own(rt, address);
  const bool is_foreign = rt.is_device(address) && rt.owner_of(address) != rt.unit();
  if (is_foreign) {
    dart::log(
        dart::LogLevel::error,
        "%s: %p is device memory, but none of this unit's global memory; register memory of "
        "dart_memalloc or dart_team_memalloc_aligned",
        function, address);
    able = DART_ERR_INVAL;
  }
  NewSegment made;
  if (able == DART_OK) able = made.prepare(team, true);
  const Segment::Memory memory = memory_of(rt, place);
  const bool is_own = able == DART_OK && memory == Segment::Memory::process;
  if (is_own && !expose_registered(rt, team, address, bytes)) able = DART_ERR_INVAL;
  dart_ret_t all_able = DART_OK;
  team.board().exchange(
      Wish{bytes, place, memory, able}, [&](std::uint32_t unit, const Wish& wish) {
        all_able = std::max(all_able, wish.able);  // DART_ERR_NOMEM is above DART_ERR_INVAL
        if (made.segment == nullptr) return;
        made.segment->parts[unit] =
            rt.make_part(team.global_id(unit), wish.memory, wish.address, wish.bytes);
      });
  if (able == DART_ERR_NOMEM) return refuse_without_memory(function);
  if (all_able != DART_OK && able == DART_OK) conceal_registered(rt, team, *made.segment);
  DART_REQUIRE(
      all_able != DART_ERR_NOMEM, DART_ERR_NOMEM, "%s: another unit has no memory left", function);
  DART_REQUIRE(
      all_able == DART_OK, DART_ERR_INVAL, "%s: size or memory is invalid on %s unit", function,
      able == DART_OK ? "another" : "this");
  const std::int16_t id = team.add_segment(std::move(made.segment));
  DART_REQUIRE(id != 0, DART_ERR_NOMEM, "team %d: too many segments (limit 32767)", team.id());
  *gptr = start_of(team, id);
  return DART_OK;
}

[[gnu::cold]] dart_ret_t refuse_local_allocation(dart::Heap& heap, std::uint64_t bytes)
{
  dart::log(
      dart::LogLevel::error,
      "dart_memalloc: %llu bytes do not fit: %llu of at most %llu bytes are in use; raise the "
      "limit by "
      "dartrun --heap or DART_HEAP",
      (unsigned long long)bytes, (unsigned long long)heap.used(), (unsigned long long)heap.limit());
  return DART_ERR_NOMEM;
}

bool is_local_memory(dart_gptr_t gptr)
{
  return gptr.teamid == DART_TEAM_ALL &&
         (gptr.segid == DART_SEGMENT_LOCAL || gptr.segid == DART_SEGMENT_LOCAL_HOST);
}

/// Removes a segment. Collective.
dart_ret_t remove_segment(Runtime& rt, dart_gptr_t gptr, bool registered, const char* function)
{
  Team* team = rt.team(gptr.teamid);
  const bool is_local = is_local_memory(gptr);
  Segment* found = team == nullptr || is_local ? nullptr : team->segment(gptr.segid);
  DART_REQUIRE(
      found != nullptr && found->registered == registered, DART_ERR_INVAL,
      "%s: team %d has no such segment %d", function, gptr.teamid, gptr.segid);
  const auto segment = team->remove_segment(gptr.segid);
  const std::uint64_t offset = segment->symmetric_offset;
  // before others can allocate the block and record it as theirs
  if (!registered) rt.forget_symmetric_block(offset);
  // No unit may use the memory of units that have left the call already.
  dart_barrier(gptr.teamid);
  if (registered) {
    conceal_registered(rt, *team, *segment);
    return DART_OK;
  }
  rt.heap(segment->choice).discharge(segment->parts[team->me()].bytes);
  release_parts(rt, *team, *segment);
  free_symmetric(rt, team->board(), offset);
  return DART_OK;
}

}  // namespace

extern "C" {

dart_ret_t dart_gptr_getaddr(const dart_gptr_t gptr, void** addr) DART_NOTHROW
{
  DART_REQUIRE_POINTER(addr, __func__);
  *addr = nullptr;
  return guarded(__func__, [&](Runtime& rt, const char* function) {
    dart::Target target{};
    const dart_ret_t found = dart::resolve_part(rt, gptr, function, &target);
    if (found != DART_OK) return found;
    if (target.unit.id == rt.unit()) *addr = rt.own_address(*target.part, gptr.addr_or_offs.offset);
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
    const dart_ret_t found = dart::resolve_part(rt, mine, function, &target);
    if (found != DART_OK) return found;
    const auto place = place_of_own(rt, addr);
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
    const dart_ret_t found = dart::resolve_part(rt, gptr, function, &target);
    if (found != DART_OK) return found;
    if (target.part->memory == Segment::Memory::host && target.part->mapped != nullptr) {
      *addr = target.part->mapped + gptr.addr_or_offs.offset;
    }
    return DART_OK;
  });
}

dart_ret_t dart_gptr_from_mapped(const void* addr, dart_gptr_t* gptr) DART_NOTHROW
{
  DART_REQUIRE_POINTER(gptr, __func__);
  *gptr = DART_GPTR_NULL;
  return guarded(__func__, [&](Runtime& rt, const char*) {
    *gptr = rt.gptr_of(addr);
    return DART_GPTR_ISNULL(*gptr) ? DART_ERR_NOTFOUND : DART_OK;
  });
}

dart_unit_t dart_owner_of_mapped(const void* addr) DART_NOTHROW
{
  const Runtime* rt = dart::runtime();
  return rt != nullptr ? rt->owner_of(addr) : -1;
}

dart_ret_t dart_segment_size(dart_gptr_t gptr, size_t* nbytes) DART_NOTHROW
{
  DART_REQUIRE_POINTER(nbytes, __func__);
  return guarded(__func__, [&](Runtime& rt, const char* function) {
    dart::Target target{};
    const dart_ret_t found = dart::resolve_part(rt, gptr, function, &target);
    *nbytes = found == DART_OK ? target.part->bytes : 0;
    return found;
  });
}

dart_ret_t dart_gptr_getflags(dart_gptr_t gptr, uint16_t* flags) DART_NOTHROW
{
  DART_REQUIRE_POINTER(flags, __func__);
  return guarded(__func__, [&](Runtime& rt, const char* function) {
    Segment* segment = dart::find_segment(rt, gptr, function);
    if (segment == nullptr) return DART_ERR_INVAL;
    *flags = segment->flags;
    return DART_OK;
  });
}

dart_ret_t dart_gptr_setflags(dart_gptr_t* gptr, uint16_t flags) DART_NOTHROW
{
  DART_REQUIRE_POINTER(gptr, __func__);
  return guarded(__func__, [&](Runtime& rt, const char* function) {
    Segment* segment = dart::find_segment(rt, *gptr, function);
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
    dart::Heap& heap = rt.heap(memory);
    const auto offset = heap.allocate(bytes);
    if (!offset) [[unlikely]]
      return refuse_local_allocation(heap, bytes);
    gptr->unitid = rt.unit();
    gptr->teamid = DART_TEAM_ALL;
    gptr->segid = rt.local_segment(memory);
    gptr->addr_or_offs.offset = *offset;
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
        gptr.unitid == rt.unit(), DART_ERR_INVAL,
        "dart_memfree: the memory belongs to unit %d, which has to free it", gptr.unitid);
    DART_REQUIRE(
        rt.heap(gptr.segid == DART_SEGMENT_LOCAL ? DART_MEMORY_UNIT : DART_MEMORY_HOST)
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
  constexpr const char* name = "dart_team_memalloc_aligned";
  DART_REQUIRE_POINTER(gptr, name);
  *gptr = DART_GPTR_NULL;
  return guarded(name, teamid, [&](Runtime& rt, Team& team, const char* function) {
    std::size_t bytes = 0;
    const bool valid = dart::contiguous_bytes(nelem, dtype, function, &bytes);
    return dart::allocate_segment(
        rt, team, memory, valid ? DART_OK : DART_ERR_INVAL, valid ? bytes : 0, gptr, function);
  });
}

dart_ret_t dart_team_memfree(dart_gptr_t gptr) DART_NOTHROW
{
  if (DART_GPTR_ISNULL(gptr)) return DART_OK;
  return guarded(__func__, [&](Runtime& rt, const char* function) {
    return remove_segment(rt, gptr, false, function);
  });
}

dart_ret_t dart_team_memregister(
    dart_team_t teamid, size_t nlelem, dart_datatype_t dtype, void* addr,
    dart_gptr_t* gptr) DART_NOTHROW
{
  DART_REQUIRE_POINTER(gptr, __func__);
  *gptr = DART_GPTR_NULL;
  return guarded(__func__, teamid, [&](Runtime& rt, Team& team, const char* function) {
    std::size_t bytes = 0;
    const bool valid = dart::contiguous_bytes(nlelem, dtype, function, &bytes);
    return register_memory(
        rt, team, valid ? DART_OK : DART_ERR_INVAL, valid ? bytes : 0, addr, gptr, function);
  });
}

dart_ret_t dart_team_memregister_aligned(
    dart_team_t teamid, size_t nelem, dart_datatype_t dtype, void* addr,
    dart_gptr_t* gptr) DART_NOTHROW
{
  return dart_team_memregister(teamid, nelem, dtype, addr, gptr);
}

dart_ret_t dart_team_memderegister(dart_gptr_t gptr) DART_NOTHROW
{
  if (DART_GPTR_ISNULL(gptr)) return DART_OK;
  return guarded(__func__, [&](Runtime& rt, const char* function) {
    return remove_segment(rt, gptr, true, function);
  });
}

}  // extern "C"
