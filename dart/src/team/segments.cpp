#include "team/segments.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "base/exception_guard.h"
#include "team/collectives.h"

namespace dart {
namespace {

constexpr std::uint64_t no_offset = ~std::uint64_t(0);

dart_gptr_t start_of(const Team& team, std::int16_t segment)
{
  dart_gptr_t gptr = DART_GPTR_NULL;
  gptr.unitid = 0;
  gptr.segid = segment;
  gptr.teamid = team.id();
  return gptr;
}

/// What units tell each other when they allocate or register memory.
struct Announcement {
  std::uint64_t bytes;
  std::uint64_t address;   // address of registered memory …
  MemoryKind kind;         // … and its kind
  dart_ret_t able;         // whether the unit can take part and is within its own limit
  std::uint64_t mark = 0;  // stands for what the units have to agree on
};

std::uint64_t mark_of(const dart_agreement_t* agreement)
{
  return agreement == nullptr ? 0 : agreement->mark;
}

/// What a unit tells the others that do not agree.
struct Description {
  char text[400];
};

Description describe(const dart_agreement_t* agreement)
{
  Description description{"memory that is no container's"};
  if (agreement != nullptr)
    agreement->describe(agreement->object, description.text, sizeof description.text);
  return description;
}

/// Collective. \param other  unit that does not agree with the team's first one
dart_ret_t refuse_disagreement(
    Team& team, const dart_agreement_t* agreement, std::uint32_t other, const char* function)
{
  const Description first = team.board().from_one(0, [=] { return describe(agreement); });
  const Description second = team.board().from_one(other, [=] { return describe(agreement); });
  log(LogLevel::error,
      "%s: unit %d asks for %s, unit %d for %s, but all units of team %d have to ask for the same",
      function, team.global_id(0), first.text, team.global_id(other), second.text, team.id());
  return DART_ERR_INVAL;
}

/// What a unit got of symmetric memory.
struct Grant {
  std::uint64_t address;  ///< in the unit's process
  bool committed;         ///< the unit's part has its memory
};

/// Bytes of global memory that are charged to a unit's account, until the end of a scope at most.
class Charge {
 public:
  Charge(Heap& account, std::uint64_t bytes)
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
  Heap& account_;
  std::uint64_t bytes_;
  bool is_granted_, is_kept_ = false;
};

}  // namespace

/// A segment that is being made, with all memory of this process that it takes.
struct Segments::NewSegment {
  std::unique_ptr<Segment> segment;
  PointerLookup::BlockNote note;

  dart_ret_t prepare(Team& team, bool registered)
  {
    return prepared([&] {
      auto made = std::make_unique<Segment>();
      made->registered = registered;
      made->parts.resize(team.size());
      if (!registered) note = PointerLookup::prepare_note();
      team.prepare_to_add_segment(registered);
      segment = std::move(made);
      return DART_OK;
    });
  }
};

/// A collective allocation on its way to a segment.
struct Segments::Allocation {
  dart_memory_t choice;
  std::uint64_t bytes;  ///< what this unit asks for
  NewSegment made = {};
  std::uint64_t largest = 0;  ///< the largest size that a unit asks for
  bool is_granted = false;    ///< this unit's limit allows it
  bool has_range = false;     ///< a host of the team has found a range of addresses
  bool is_committed = false;  ///< all parts have their memory
  std::uint64_t offset = no_offset;
  std::int16_t id = 0;  ///< the segment's id; 0: there is none
};

Segments::Segments(
    GlobalMemory& memory, const UnitTable& units, SymmetricOffsets& offsets,
    PointerLookup& pointers, Transport* network)
    : memory_(memory),
      units_(units),
      offsets_(offsets),
      pointers_(pointers),
      network_(network)
{
  if (network != nullptr) exposed_.emplace(*network);
}

/* ---- symmetric memory ------------------------------------------------------------------------ */

/// One unit of each host allocates symmetric memory for the team's units there.
std::uint64_t Segments::take_offset(Board& board, std::uint64_t bytes)
{
  return board.from_leader([&] { return offsets_.allocate(bytes).value_or(no_offset); });
}

/// The same unit frees it.
void Segments::give_offset_back(const Board& board, std::uint64_t offset)
{
  if (offset != no_offset && board.is_leader()) offsets_.free(offset);
}

/// Gives the own part its memory.
bool Segments::commit_part(dart_memory_t choice, std::uint64_t offset, std::uint64_t bytes)
{
  if (offset == no_offset) return false;
  const bool has_it = is_run_on_one_host() && !memory_.arena().has_reserved_pages() &&
                      memory_.kind_at(units_.me(), choice) == MemoryKind::host;
  return has_it || bytes == 0 || memory_.heap(choice).commit(offset, bytes);
}

/// Whether each unit knows the places of all parts, and that they have their memory.
bool Segments::are_grants_certain(const Team& team, dart_memory_t choice) const
{
  return is_run_on_one_host() && !memory_.arena().has_reserved_pages() &&
         std::all_of(team.members().begin(), team.members().end(), [&](dart_unit_t unit) {
           return memory_.kind_at(unit, choice) == MemoryKind::host;
         });
}

/// Gives all parts their places. Collective where a unit cannot know them, or giving them memory
/// may fail. \return whether all parts have their memory
bool Segments::place_parts(Team& team, Segment& segment)
{
  const std::uint64_t offset = segment.symmetric_offset;
  bool all_committed = commit_part(segment.choice, offset, segment.parts[team.me()].bytes);
  const auto grant_of = [&](dart_unit_t unit) {
    const MemoryKind kind = memory_.kind_at(unit, segment.choice);
    return Grant{memory_.slot_address(unit, kind, offset), all_committed};
  };
  const auto place = [&](std::uint32_t unit, const Grant& grant) {
    const dart_unit_t id = team.global_id(unit);
    Segment::Part& part = segment.parts[unit];
    part = memory_.make_part(id, memory_.kind_at(id, segment.choice), grant.address, part.bytes);
    all_committed = all_committed && grant.committed;
  };
  if (!are_grants_certain(team, segment.choice)) {
    team.board().exchange(grant_of(units_.me()), place);
    return all_committed;
  }
  for (std::uint32_t unit = 0; unit < team.size(); ++unit) {
    place(unit, grant_of(team.global_id(unit)));
  }
  return all_committed;
}

/// Adds the segment to the team, unless a part gets no memory.
void Segments::place(Team& team, Allocation& allocation)
{
  Segment& segment = *allocation.made.segment;
  segment.choice = allocation.choice;
  segment.symmetric_offset = allocation.offset;
  segment.block_bytes = offsets_.rounded(allocation.largest);
  allocation.is_committed = place_parts(team, segment);
  if (allocation.is_committed) {
    allocation.id = team.add_segment(allocation.made.segment);
  } else {
    release_parts(team, segment);  // units that got memory for it give it back
  }
}

dart_ret_t Segments::allocate(
    Team& team, dart_memory_t choice, SegmentWish wish, dart_gptr_t* gptr, const char* function)
{
  Allocation allocation{choice, wish.bytes};
  NewSegment& made = allocation.made;
  dart_ret_t able = wish.able;
  if (able == DART_OK) able = made.prepare(team, false);
  Charge charge(memory_.heap(choice), able == DART_OK ? wish.bytes : 0);
  allocation.is_granted = able == DART_OK && charge.is_granted();
  bool all_granted = true;
  std::uint64_t mark_of_first = 0;
  std::uint32_t other = 0;  // the last unit that does not agree with the first one
  team.board().exchange(
      Announcement{
          wish.bytes, 0, MemoryKind::host, allocation.is_granted ? DART_OK : DART_ERR_NOMEM,
          mark_of(wish.agreement)},
      [&](std::uint32_t unit, const Announcement& announced) {
        if (unit == 0) mark_of_first = announced.mark;
        if (announced.mark != mark_of_first) other = unit;
        allocation.largest = std::max(allocation.largest, announced.bytes);
        all_granted = all_granted && announced.able == DART_OK;
        if (made.segment != nullptr) made.segment->parts[unit].bytes = announced.bytes;
      });
  if (other != 0) [[unlikely]]
    return refuse_disagreement(team, wish.agreement, other, function);
  if (able == DART_ERR_NOMEM) return refuse_without_memory(function);
  if (able != DART_OK) return able;
  if (all_granted) allocation.offset = take_offset(team.board(), allocation.largest);
  // Another host may have found a range.
  allocation.has_range = all_granted && (allocation.offset != no_offset || !is_run_on_one_host());
  if (allocation.has_range) place(team, allocation);
  if (allocation.id != 0) {
    pointers_.note_block(
        std::move(made.note), allocation.offset, {allocation.largest, team.id(), allocation.id});
    charge.keep();
    *gptr = start_of(team, allocation.id);
    return DART_OK;
  }
  give_offset_back(team.board(), allocation.offset);
  return refuse(team, allocation);
}

dart_ret_t Segments::refuse(const Team& team, const Allocation& allocation)
{
  const char* reason = nullptr;
  if (!allocation.is_granted) {
    reason = "the limit of this unit is reached";
  } else if (!allocation.has_range || allocation.offset == no_offset) {
    reason = "another unit's limit or the range of addresses is reached";
  } else if (!allocation.is_committed) {
    reason =
        "a GPU of the team has no memory left, too few huge pages are reserved, or an adapter "
        "registers none";
  }
  DART_REQUIRE(
      reason != nullptr, DART_ERR_NOMEM, "team %d: all segment ids are in use (limit 32766)",
      team.id());
  Heap& account = memory_.heap(allocation.choice);
  log(LogLevel::error,
      "dart_team_memalloc_aligned: no memory for %llu bytes on this unit (%llu on the largest): "
      "%s; "
      "%llu of at most %llu bytes are in use here, dartrun --heap or DART_HEAP sets the limit",
      (unsigned long long)allocation.bytes, (unsigned long long)allocation.largest, reason,
      (unsigned long long)account.used(), (unsigned long long)account.limit());
  return DART_ERR_NOMEM;
}

void Segments::forget_on_devices(const Team& team, const Segment& segment)
{
  DeviceSpace& devices = *memory_.devices();
  for (std::uint32_t unit = 0; unit < team.size(); ++unit) {
    const Segment::Part& part = segment.parts[unit];
    if (!part.is_here) continue;
    if (part.kind == MemoryKind::device) {
      const std::uint32_t index = units_.hosts().index_of(team.global_id(unit));
      devices.forget(index, segment.symmetric_offset, segment.block_bytes);
    } else {
      devices.forget_host(part.mapped, segment.block_bytes);
    }
  }
}

/// Gives the memory of large blocks back, once no unit uses it any more.
void Segments::release_parts(Team& team, const Segment& segment)
{
  if (segment.block_bytes < release_bytes) return;
  const bool has_range = segment.symmetric_offset != no_offset;
  if (has_range && memory_.devices() != nullptr) forget_on_devices(team, segment);
  // All of the host have forgotten it; hosts may differ in whether there is something to forget.
  barrier(team.board());
  if (has_range) {
    memory_.space(segment.parts[team.me()].kind)
        .release(segment.symmetric_offset, segment.block_bytes);
  }
  barrier(team.board());  // before the block may be allocated again
}

void Segments::free(Team& team, std::int16_t id)
{
  const auto segment = team.remove_segment(id);
  // Before others can get the block and note it as theirs.
  pointers_.forget_block(segment->symmetric_offset);
  // Nobody may use the memory of units that have left the call already.
  barrier(team.board());
  memory_.heap(segment->choice).discharge(segment->parts[team.me()].bytes);
  release_parts(team, *segment);
  give_offset_back(team.board(), segment->symmetric_offset);
}

/* ---- registered memory ----------------------------------------------------------------------- */

/// Lets other hosts reach memory that the unit registers; the arena's is in reach already.
bool Segments::expose(const Team& team, void* address, std::uint64_t bytes)
{
  if (team.is_on_one_host() || bytes == 0) return true;
  return exposed_->add(address, bytes) == DART_OK;
}

void Segments::conceal(const Team& team, const Segment& segment)
{
  if (team.is_on_one_host()) return;
  for (std::uint32_t unit = 0; unit < team.size(); ++unit) {
    const Segment::Part& part = segment.parts[unit];
    if (part.kind != MemoryKind::process || part.bytes == 0) continue;
    if (unit == team.me()) {
      exposed_->remove(part.mapped, part.bytes);
    } else {
      const dart_global_unit_t id(team.global_id(unit));
      network_->forget_memory({id, part.owner_address}, part.bytes);
    }
  }
}

dart_ret_t Segments::add_registered(
    Team& team, SegmentWish wish, void* address, dart_gptr_t* gptr, const char* function)
{
  dart_ret_t able = wish.able;
  const std::uint64_t place = memory_.place_of_own(address);
  if (memory_.is_device(address) && memory_.owner_of(address) != units_.me()) {
    log(LogLevel::error,
        "%s: %p is device memory, but none of this unit's global memory; register memory of "
        "dart_memalloc or dart_team_memalloc_aligned",
        function, address);
    able = DART_ERR_INVAL;
  }
  NewSegment made;
  if (able == DART_OK) able = made.prepare(team, true);
  const MemoryKind kind = memory_.kind_of_place(place);
  const bool is_own = able == DART_OK && kind == MemoryKind::process;
  if (is_own && !expose(team, address, wish.bytes)) able = DART_ERR_INVAL;
  dart_ret_t all_able = DART_OK;
  team.board().exchange(
      Announcement{wish.bytes, place, kind, able},
      [&](std::uint32_t unit, const Announcement& announced) {
        // DART_ERR_NOMEM is above DART_ERR_INVAL.
        all_able = std::max(all_able, announced.able);
        if (made.segment == nullptr) return;
        made.segment->parts[unit] = memory_.make_part(
            team.global_id(unit), announced.kind, announced.address, announced.bytes);
      });
  if (able == DART_ERR_NOMEM) return refuse_without_memory(function);
  if (all_able != DART_OK && able == DART_OK) conceal(team, *made.segment);
  DART_REQUIRE(
      all_able != DART_ERR_NOMEM, DART_ERR_NOMEM, "%s: another unit has no memory left", function);
  DART_REQUIRE(
      all_able == DART_OK, DART_ERR_INVAL, "%s: size or memory is invalid on %s unit", function,
      able == DART_OK ? "another" : "this");
  const std::int16_t id = team.add_segment(made.segment);
  if (id == 0) conceal(team, *made.segment);
  DART_REQUIRE(id != 0, DART_ERR_NOMEM, "team %d: too many segments (limit 32767)", team.id());
  *gptr = start_of(team, id);
  return DART_OK;
}

void Segments::remove_registered(Team& team, std::int16_t id)
{
  const auto segment = team.remove_segment(id);
  // Nobody may use the memory of units that have left the call already.
  barrier(team.board());
  conceal(team, *segment);
}

}  // namespace dart
