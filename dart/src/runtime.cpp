#include "runtime.h"

#include <algorithm>
#include <bit>
#include <memory>
#include <new>
#include <numeric>
#include <set>
#include <stdexcept>
#include <string>

#include "cma_transport.h"

namespace dart {

Runtime* runtime_instance = nullptr;

namespace {

constexpr std::uint64_t symmetric_granule = 256;

/// Places in the control slot, by fraction of the slot.
struct ControlLayout {
  explicit ControlLayout(const Arena& arena)
      : control(arena.control_slot() + job_block_bytes),
        heap_table(arena.control_slot() + arena.slot_bytes() / 8),
        heap_memory(arena.control_slot() + arena.slot_bytes() / 4),
        symmetric_table(arena.control_slot() + arena.slot_bytes() / 2),
        heap_bytes(arena.slot_bytes() / 4)
  {
  }
  std::byte *control, *heap_table, *heap_memory, *symmetric_table;
  std::uint64_t heap_bytes;

  std::uint64_t heap_granule() const
  {
    return std::max<std::uint64_t>(64, heap_bytes / Buddy::max_granules);
  }
};

}  // namespace

Control::Control(const Arena& arena)
    : memory(
          ControlLayout(arena).heap_bytes, ControlLayout(arena).heap_granule(),
          ControlLayout(arena).heap_table),
      symmetric(
          SlotLayout(arena.slot_bytes()).symmetric_bytes, symmetric_granule,
          ControlLayout(arena).symmetric_table),
      memory_base(ControlLayout(arena).heap_memory)
{
  units = static_cast<Unit*>(allocate(arena.units() * sizeof(Unit)));
  if (units != nullptr) std::uninitialized_value_construct_n(units, arena.units());
}

int Control::take_team_id()
{
  std::lock_guard guard(team_ids_lock);
  for (std::size_t word = 0; word < team_id_words; ++word) {
    if (~team_ids[word] == 0) continue;
    const int bit = std::countr_one(team_ids[word]);
    team_ids[word] |= std::uint64_t(1) << bit;
    return static_cast<int>(64 * word) + bit;
  }
  return -1;
}

void Control::give_team_id_back(int id)
{
  std::lock_guard guard(team_ids_lock);
  team_ids[id / 64] &= ~(std::uint64_t(1) << id % 64);
}

Runtime::Runtime(Arena& arena, dart_unit_t unit, std::uint64_t heap_limit)
    : arena_(arena),
      unit_(unit),
      layout_(arena.slot_bytes()),
      control_(reinterpret_cast<Control*>(ControlLayout(arena).control)),
      host_space_(arena)
{
  static_assert(sizeof(Control) <= job_block_bytes);
  if (arena_.unit_on_host() == 0) create_shared_state();
  arena_.job_barrier();
  if (control_->all_team == nullptr) {
    throw std::runtime_error(
        "the address space is too small for " + std::to_string(arena.units()) +
        " units on one host; start fewer");
  }
  my_control().place = find_place(arena_.units(), arena_.unit_on_host());
  auto all = std::make_unique<Team>(*control_, *control_->all_team, unit_, arena_.units());
  all_ = all.get();
  teams_.set(DART_TEAM_ALL, std::move(all));
  add_local_heaps(heap_limit);
  transport_ = std::make_unique<CmaTransport>(*this);
  arena_.job_barrier();  // all places are known
  choose_spin_policy();
}

Runtime::~Runtime()
{
  arena_.job_barrier();  // nobody uses this unit's memory any more
  teams_.for_each([this](int id, Team&) {
    if (id != DART_TEAM_ALL) teams_.remove(id);
  });
  teams_.remove(DART_TEAM_ALL);
  heap_.reset();
  arena_.release(arena_.unit_slot(arena_.unit_on_host()), arena_.slot_bytes());
  arena_.job_barrier();
  if (arena_.unit_on_host() == 0) {
    std::byte* begin = arena_.control_slot() + job_block_bytes;
    arena_.release(begin, arena_.slot_bytes() - job_block_bytes);
  }
}

/// Where units share a core, one that spins keeps another from running.
void Runtime::choose_spin_policy()
{
  std::set<int> cores;
  for (std::uint32_t unit = 0; unit < units(); ++unit) cores.insert(control_->units[unit].place.cpu);
  SpinPolicy::current = cores.size() == units() ? SpinPolicy{} : SpinPolicy{.pauses = 0};
}

void Runtime::create_shared_state()
{
  new (control_) Control(arena_);
  if (control_->units == nullptr) return;
  std::vector<dart_unit_t> everybody(arena_.units());
  std::iota(everybody.begin(), everybody.end(), 0);
  control_->all_team =
      create_team_shared(*control_, DART_TEAM_ALL, everybody, arena_.units());
}

/// Segment 0: the heap of each unit.
void Runtime::add_local_heaps(std::uint64_t limit)
{
  std::byte* slot = arena_.unit_slot(arena_.unit_on_host());
  heap_ = std::make_unique<Heap>(
      host_space_, layout_.heap_offset, layout_.heap_bytes, layout_.heap_granule,
      slot + layout_.table_offset, limit);
  auto segment = std::make_unique<Segment>();
  for (std::uint32_t unit = 0; unit < arena_.units(); ++unit) {
    std::byte* heap = host_space_.slot(unit) + layout_.heap_offset;
    segment->parts.push_back({layout_.heap_bytes, heap, reinterpret_cast<std::uint64_t>(heap)});
  }
  all_->set_local_segment(std::move(segment));
}

Transport& Runtime::transport_to(dart_global_unit_t)
{
  return *transport_;  // all units share this host
}

void Runtime::note_symmetric_block(
    std::uint64_t offset, std::uint64_t bytes, dart_team_t team, std::int16_t segment)
{
  std::unique_lock guard(blocks_mutex_);
  blocks_[offset] = {bytes, team, segment};
}

void Runtime::forget_symmetric_block(std::uint64_t offset)
{
  std::unique_lock guard(blocks_mutex_);
  blocks_.erase(offset);
}

/// Inverse of the mapping of global pointers to addresses; null for addresses of no allocation.
dart_gptr_t Runtime::gptr_of(const void* address) const
{
  dart_gptr_t gptr = DART_GPTR_NULL;
  const int unit = arena_.contains(address) ? arena_.unit_of(address) : -1;
  if (unit < 0) return gptr;
  const std::uint64_t offset = static_cast<const std::byte*>(address) - arena_.unit_slot(unit);
  if (offset >= layout_.heap_offset) {
    if (offset >= layout_.table_offset) return gptr;
    gptr.unitid = unit;
    gptr.teamid = DART_TEAM_ALL;
    gptr.addr_or_offs.offset = offset - layout_.heap_offset;
    return gptr;
  }
  std::shared_lock guard(blocks_mutex_);
  auto block = blocks_.upper_bound(offset);
  // One past the end of a block still belongs to it, as with native arrays.
  if (block == blocks_.begin() || offset > std::prev(block)->first + std::prev(block)->second.bytes) {
    return gptr;
  }
  --block;
  const Team* owner = team(block->second.team);
  gptr.unitid = owner == nullptr ? -1 : owner->local_id(unit);
  if (gptr.unitid < 0) return DART_GPTR_NULL;
  gptr.teamid = block->second.team;
  gptr.segid = block->second.segment;
  gptr.addr_or_offs.offset = offset - block->first;
  return gptr;
}

}  // namespace dart
