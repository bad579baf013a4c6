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
#include "device_transport.h"
#include "host_memory.h"

namespace dart {

Runtime* runtime_instance = nullptr;

namespace {

constexpr std::uint64_t symmetric_granule = 256;
/// Threads of a warp then load whole cache lines.
constexpr std::uint64_t device_granule = 256;

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

Runtime::Runtime(
    Arena& arena, dart_unit_t unit, DeviceSpace* devices, std::optional<std::uint64_t> heap_limit)
    : arena_(arena),
      unit_(unit),
      layout_(arena.slot_bytes()),
      control_(reinterpret_cast<Control*>(ControlLayout(arena).control)),
      host_space_(arena),
      devices_(devices)
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
  if (arena_.is_gpu_unit(unit_)) my_control().gpu = devices_->gpu_of(unit_);
  auto all = std::make_unique<Team>(*control_, *control_->all_team, unit_, arena_.units());
  all_ = all.get();
  teams_.set(DART_TEAM_ALL, std::move(all));
  add_local_heaps(heap_limit);
  process_transport_ = std::make_unique<CmaTransport>(*this);
  if (devices_ != nullptr) device_transport_ = std::make_unique<DeviceTransport>(arena_, *devices_);
  arena_.job_barrier();  // all places are known
  choose_spin_policy();
}

Runtime::~Runtime()
{
  if (devices_ != nullptr) devices_->flush();
  arena_.job_barrier();  // nobody uses this unit's memory any more
  teams_.for_each([this](int id, Team&) {
    if (id != DART_TEAM_ALL) teams_.remove(id);
  });
  teams_.remove(DART_TEAM_ALL);
  host_heap_.reset();
  device_heap_.reset();
  if (devices_ != nullptr) forget_devices();
  arena_.release(arena_.unit_slot(arena_.unit_on_host()), arena_.slot_bytes());
  arena_.job_barrier();
  if (arena_.unit_on_host() == 0) {
    std::byte* begin = arena_.control_slot() + job_block_bytes;
    arena_.release(begin, arena_.device_block() - begin);
  }
}

/// Memory can only be given back once no process has it mapped or registered.
void Runtime::forget_devices()
{
  for (std::uint32_t unit = 0; unit < units(); ++unit) {
    devices_->forget_host(arena_.unit_slot(unit), arena_.slot_bytes());
    if (arena_.is_gpu_unit(unit)) devices_->forget(unit, 0, arena_.slot_bytes());
  }
  arena_.job_barrier();
  if (arena_.is_gpu_unit(unit_)) devices_->release(0, arena_.slot_bytes());
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

Segment::Part Runtime::part_at(
    dart_unit_t unit, Segment::Memory memory, std::uint64_t offset, std::uint64_t bytes) const
{
  const bool on_device = memory == Segment::Memory::device;
  std::byte* place = (on_device ? arena_.device_slot(unit) : arena_.unit_slot(unit)) + offset;
  std::byte* mapped = on_device ? nullptr : place;
  return {bytes, mapped, reinterpret_cast<std::uint64_t>(place), memory};
}

std::byte* Runtime::reach(
    const Segment::Part& part, dart_global_unit_t unit, std::uint64_t offset, std::uint64_t bytes)
{
  if (part.memory == Segment::Memory::device) {
    const auto* place = reinterpret_cast<const std::byte*>(part.owner_address);
    return devices_->reach(unit.id, arena_.offset_of(place) + offset, bytes);
  }
  if (part.mapped == nullptr) return nullptr;
  // Only a GPU has to be told of host memory, and it is told of the arena's alone.
  const bool by_gpu = devices_ != nullptr && arena_.is_gpu_unit(unit_);
  if (!by_gpu) return part.mapped + offset;
  if (part.memory == Segment::Memory::process) {
    return devices_->backend() == DART_GPU_CUDA ? nullptr : part.mapped + offset;
  }
  return devices_->reach_host(part.mapped + offset, bytes);
}

void Runtime::add_local_heaps(std::optional<std::uint64_t> limit)
{
  std::byte* slot = arena_.unit_slot(arena_.unit_on_host());
  // Pages that a GPU has registered must stay, and other processes register this unit's.
  const bool gives_back = devices_ == nullptr || devices_->backend() != DART_GPU_CUDA;
  const std::uint64_t keep = gives_back ? 0 : ~std::uint64_t(0);
  host_heap_ = std::make_unique<Heap>(
      host_space_, layout_.heap_offset, layout_.heap_bytes, layout_.heap_granule,
      slot + layout_.table_offset, limit.value_or(host_memory_bytes() / units()), keep);
  if (arena_.is_gpu_unit(unit_)) {
    // Getting device memory takes milliseconds, and as long again in each process that maps it.
    const std::uint64_t device_memory = devices_->capacity();
    device_heap_ = std::make_unique<Heap>(
        *devices_, layout_.heap_offset, layout_.heap_bytes,
        std::max(device_granule, layout_.heap_granule), slot + layout_.device_table_offset,
        limit.value_or(device_memory), device_memory / 4);
  }
  add_local_segment(DART_SEGMENT_LOCAL, DART_MEMORY_UNIT);
  if (devices_ != nullptr) add_local_segment(DART_SEGMENT_LOCAL_HOST, DART_MEMORY_HOST);
}

/// The heap of each unit, as a segment.
void Runtime::add_local_segment(std::int16_t id, dart_memory_t choice)
{
  auto segment = std::make_unique<Segment>();
  for (std::uint32_t unit = 0; unit < units(); ++unit) {
    segment->parts.push_back(
        part_at(unit, memory_at(unit, choice), layout_.heap_offset, layout_.heap_bytes));
  }
  all_->set_local_segment(id, std::move(segment));
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
  if (arena_.contains(address)) {
    const int unit = arena_.unit_of(address);
    if (unit < 0) return DART_GPTR_NULL;
    const bool on_device = arena_.is_device_address(address);
    return gptr_at(
        unit, arena_.offset_of(address),
        on_device ? Segment::Memory::device : Segment::Memory::host);
  }
  const auto place = devices_ == nullptr ? std::nullopt : devices_->place_of(address);
  return place ? gptr_at(place->unit, place->offset, Segment::Memory::device) : DART_GPTR_NULL;
}

dart_unit_t Runtime::owner_of(const void* address) const
{
  if (arena_.contains(address)) return arena_.unit_of(address);
  const auto place = devices_ == nullptr ? std::nullopt : devices_->place_of(address);
  return place ? static_cast<dart_unit_t>(place->unit) : -1;
}

dart_gptr_t Runtime::gptr_at(dart_unit_t unit, std::uint64_t offset, Segment::Memory memory) const
{
  dart_gptr_t gptr = DART_GPTR_NULL;
  if (offset >= layout_.heap_offset) {
    if (offset >= layout_.table_offset) return gptr;
    const bool is_own_kind = memory == memory_at(unit, DART_MEMORY_UNIT);
    gptr.unitid = unit;
    gptr.teamid = DART_TEAM_ALL;
    gptr.segid = is_own_kind ? DART_SEGMENT_LOCAL : DART_SEGMENT_LOCAL_HOST;
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
